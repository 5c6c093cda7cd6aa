import { sql } from 'drizzle-orm'
import { inTransaction, newId, storableText, type Db } from '@waypost/postgres'
import { messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import type { IncomingMessage } from './accept-message.ts'
import { arrivalQueue, largeArrivalQueue, type ArrivalJob } from './arrival-queue.ts'
import { isLive, normaliseAddress } from './live-address.ts'

/**
 * Keeps messages for those of their recipients that are live aliases, with the jobs that will list them.
 *
 * @returns of each whether there was one
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
  const { rows: accepted } = await tx.execute<{ message_id: string }>(sql`
    insert into alias.arrivals (email_id, message_id, address_id)
    select given."emailId", given."messageId", address.id
    from json_to_recordset(${JSON.stringify(given)}::json) as given ("emailId" uuid, "messageId" uuid, address text)
    join alias.addresses address on address.address = given.address
    where ${isLive(now)}
    returning message_id
  `)
  const wanted = new Set(accepted.map((row) => row.message_id))
  const isWanted = ids.map((id) => wanted.has(id))
  if (wanted.size === 0) return isWanted
  const kept = incoming.map(({ content, restId, size, mailFrom, clientIp, clientName }, index) => ({
    id: ids[index]!,
    content,
    restId,
    size,
    mailFrom: storableText(mailFrom),
    clientIp,
    clientName: storableText(clientName),
    createdAt: new Date(now),
  }))
  const traces = new Map(incoming.map(({ trace }, index) => [ids[index]!, trace]))
  const rows = kept.filter(({ id }) => wanted.has(id))
  await tx.insert(messages).values(rows)
  for (const [queue, isLarge] of [
    [arrivalQueue, false],
    [largeArrivalQueue, true],
  ] as const) {
    const jobs = rows
      .filter(({ restId }) => (restId !== null) === isLarge)
      .map(({ id }) => ({ data: { messageId: id, ...traces.get(id) } satisfies ArrivalJob }))
    if (jobs.length > 0) await work.insert(queue.name, jobs, { ...inTransaction(tx), returnId: false })
  }
  return isWanted
}
