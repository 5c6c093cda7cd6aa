import { inArray, sql } from 'drizzle-orm'
import { insertRows, newId, storableText, type Db } from '@waypost/postgres'
import { enqueueJobs } from '@waypost/work-queues'
import { messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import type { IncomingMessage } from './incoming-message.ts'
import { inboundQueue, largeInboundQueue, type InboundJob } from './inbound-queue.ts'
import { isLive, normaliseAddress } from '../addresses/live-address.ts'

/**
 * Stores messages for those of their recipients that are live aliases, with the jobs that will list them.
 *
 * @returns for each message whether it had a live alias
 */
export async function acceptForAliases(
  tx: Db,
  { clock, work }: Pick<MailServices, 'clock' | 'work'>,
  incoming: IncomingMessage[],
): Promise<boolean[]> {
  const now = clock.now()
  const ids = incoming.map(() => newId())
  const given = incoming.flatMap(({ recipients }, index) =>
    [...new Set(recipients.map(normaliseAddress))].map((address) => ({
      emailId: newId(),
      messageId: ids[index],
      address,
    })),
  )
  const rows = incoming.map(({ content, restId, size, bodyHash, mailFrom, clientIp, clientName }, index) => ({
    id: ids[index]!,
    content,
    restId,
    size,
    bodyHash,
    mailFrom: storableText(mailFrom),
    clientIp,
    clientName: storableText(clientName),
    createdAt: new Date(now),
  }))
  const jobs = incoming.map(({ trace }, index): InboundJob => ({ messageId: ids[index]!, ...trace }))
  const usual = jobs.filter((_job, index) => incoming[index]!.restId === null)
  const large = jobs.filter((job) => !usual.includes(job))
  // A client waits for the answer, and hardly any message is without an alias: one round trip does everything.
  const [{ rows: accepted }] = await Promise.all([
    tx.execute<{ message_id: string }>(sql`
      insert into alias.inbound_messages (email_id, message_id, address_id)
      select given."emailId", given."messageId", address.id
      from json_to_recordset(${JSON.stringify(given)}::json) as given ("emailId" uuid, "messageId" uuid, address text)
      join alias.addresses address on address.address = given.address
      where ${isLive(now)}
      returning message_id
    `),
    insertRows(tx, messages, rows),
    enqueueJobs(tx, work, inboundQueue.name, usual),
    enqueueJobs(tx, work, largeInboundQueue.name, large),
  ])
  const wanted = new Set(accepted.map((row) => row.message_id))
  const unwanted = ids.filter((id) => !wanted.has(id))
  // The jobs of these messages will find nothing.
  if (unwanted.length > 0) await tx.delete(messages).where(inArray(messages.id, unwanted))
  return ids.map((id) => wanted.has(id))
}
