import { inArray, sql } from 'drizzle-orm'
import { insertRows, newId, storableText, type Db } from '@waypost/postgres'
import { enqueueJobs, type NewJob } from '@waypost/work-queues'
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
  // A client waits for the answer, and hardly any message is without an alias: one round trip does both.
  const [{ rows: accepted }] = await Promise.all([
    tx.execute<{ message_id: string; owner_id: string }>(sql`
      with live as materialized (
        select given."emailId" as email_id, given."messageId" as message_id, address.id as address_id, address.owner_id
        from json_to_recordset(${JSON.stringify(given)}::json) as given ("emailId" uuid, "messageId" uuid, address text)
        join alias.addresses address on address.address = given.address
        where ${isLive(now)}
      ), kept as (
        insert into alias.inbound_messages (email_id, message_id, address_id)
        select email_id, message_id, address_id from live
      )
      select message_id, min(owner_id) as owner_id from live group by message_id
    `),
    insertRows(tx, messages, rows),
  ])
  const owners = new Map(accepted.map((row) => [row.message_id, row.owner_id]))
  const unwanted = ids.filter((id) => !owners.has(id))
  const jobs = (isLarge: boolean): NewJob<InboundJob>[] =>
    incoming.flatMap(({ trace, restId }, index) => {
      const messageId = ids[index]!
      const ownerId = owners.get(messageId)
      const isIt = ownerId !== undefined && (restId !== null) === isLarge
      return isIt ? [{ ownerId, data: { messageId, ...trace } }] : []
    })
  await Promise.all([
    enqueueJobs(tx, work, inboundQueue.name, jobs(false)),
    enqueueJobs(tx, work, largeInboundQueue.name, jobs(true)),
    unwanted.length > 0 && tx.delete(messages).where(inArray(messages.id, unwanted)),
  ])
  return ids.map((id) => owners.has(id))
}
