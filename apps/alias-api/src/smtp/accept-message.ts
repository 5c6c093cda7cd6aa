import { sql } from 'drizzle-orm'
import { inTransaction, newId, storableText, type Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { tokenOf } from '../bounces/return-path.ts'
import { settleBounce } from '../bounces/settle-bounce.ts'
import { messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import { arrivalQueue, type ArrivalJob } from './arrival-queue.ts'
import { isLive, normaliseAddress } from './live-address.ts'
import { isRoleAddress, queueForPostmaster, type Postmaster } from './role-address.ts'

/** A message as it was handed over. */
export interface IncomingMessage {
  content: Buffer
  mailFrom: string
  recipients: string[]
  clientIp: string
  clientName: string
}

/**
 * Commits a message for those of its recipients that still receive mail, and the job that will list it. What is done
 * when this returns cannot be lost any more.
 *
 * @param postmaster absent: nobody answers for this host
 * @returns whether there was anybody left to take it
 */
export async function acceptMessage(
  services: MailServices,
  message: IncomingMessage,
  postmaster?: Postmaster,
): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const hasAlias = await acceptForAliases(tx, services, message)
    const hasReturned = await acceptReturned(tx, services, message)
    if (!postmaster) return hasAlias || hasReturned
    const role = await findRole(tx, postmaster, message)
    const hasRole = role !== undefined && (await queueForPostmaster(tx, services, postmaster, message, role))
    return hasAlias || hasReturned || hasRole
  })
}

async function acceptReturned(
  tx: Db,
  services: MailServices,
  { content, recipients }: IncomingMessage,
): Promise<boolean> {
  const tokens = new Set(recipients.flatMap((recipient) => tokenOf(recipient) ?? []))
  for (const token of tokens) await settleBounce(tx, services, token, content)
  return tokens.size > 0
}

/** One is enough: it is the same person. */
async function findRole(
  tx: Db,
  postmaster: Postmaster,
  { recipients }: IncomingMessage,
): Promise<string | undefined> {
  for (const recipient of recipients) if (await isRoleAddress(tx, postmaster, recipient)) return recipient
  return undefined
}

async function acceptForAliases(
  tx: Db,
  { clock, work }: MailServices,
  { content, mailFrom, recipients, clientIp, clientName }: IncomingMessage,
): Promise<boolean> {
  const now = clock.now()
  const messageId = newId()
  const given = [...new Set(recipients.map(normaliseAddress))].map((address) => ({
    emailId: newId(),
    address,
  }))
  const { rowCount } = await tx.execute(sql`
    insert into alias.arrivals (email_id, message_id, address_id)
    select given."emailId", ${messageId}, address.id
    from json_to_recordset(${JSON.stringify(given)}::json) as given ("emailId" uuid, address text)
    join alias.addresses address on address.address = given.address
    where ${isLive(now)}
  `)
  if (rowCount === 0) return false
  await tx.insert(messages).values({
    id: messageId,
    content,
    size: content.length,
    mailFrom: storableText(mailFrom),
    clientIp,
    clientName: storableText(clientName),
    createdAt: new Date(now),
  })
  const data: ArrivalJob = { messageId, ...carryTrace() }
  await work.insert(arrivalQueue.name, [{ data }], { ...inTransaction(tx), returnId: false })
  return true
}
