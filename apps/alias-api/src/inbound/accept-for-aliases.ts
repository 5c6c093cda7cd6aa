import { inArray, sql } from 'drizzle-orm'
import { executePrepared, insertRows, newId, storableText, type Db } from '@waypost/postgres'
import { enqueueJobs, type NewJob } from '@waypost/work-queues'
import { messages } from '../db/mail-tables.ts'
import { readMailboxes } from '../forwarding/read-correspondents.ts'
import type { MailServices } from '../services.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import type { IncomingMessage } from './incoming-message.ts'
import { inboundQueue, largeInboundQueue, type InboundJob } from './inbound-queue.ts'
import { isLive, normaliseAddress } from '../addresses/live-address.ts'

/** What became of a message: `blocked` where every live alias of its recipients has blocked its author. */
export type Acceptance = 'accepted' | 'blocked' | 'unwanted'

/**
 * Stores messages for those of their recipients that are live aliases and have not blocked their author, with the jobs
 * that will list them.
 */
export async function acceptForAliases(
  tx: Db,
  { clock, work }: Pick<MailServices, 'clock' | 'work'>,
  incoming: IncomingMessage[],
): Promise<Acceptance[]> {
  const now = clock.now()
  const ids = incoming.map(() => newId())
  const given = incoming.flatMap((message, index) => {
    const authors = authorsOf(message)
    return [...new Set(message.recipients.map(normaliseAddress))].map((address) => ({
      emailId: newId(),
      messageId: ids[index],
      address,
      authors,
    }))
  })
  const rows = incoming.map(
    ({ content, restId, size, bodyHash, dsn, mailFrom, clientIp, clientName }, index) => ({
      id: ids[index]!,
      content,
      restId,
      size,
      bodyHash,
      dsn,
      mailFrom: storableText(mailFrom),
      clientIp,
      clientName: storableText(clientName),
      createdAt: new Date(now),
    }),
  )
  // A client waits for the answer, and hardly any message is without an alias: one round trip does both.
  const [accepted] = await Promise.all([
    executePrepared<{ message_id: string; owner_id: string | null }>(
      tx,
      sql`
      with live as materialized (
        select given."emailId" as email_id, given."messageId" as message_id, address.id as address_id, address.owner_id,
          exists (
            select from alias.contacts contact
            where contact.address_id = address.id and lower(contact.email) = any(given.authors)
              and contact.blocked_at is not null
          ) as is_blocked
        from json_to_recordset(${JSON.stringify(given)}::json)
          as given ("emailId" uuid, "messageId" uuid, address text, authors text[])
        join alias.addresses address on address.address = given.address
        where ${isLive(now)}
      ), kept as (
        insert into alias.inbound_messages (email_id, message_id, address_id)
        select email_id, message_id, address_id from live where not is_blocked
      )
      select message_id, min(owner_id) filter (where not is_blocked) as owner_id from live group by message_id
    `,
    ),
    insertRows(tx, messages, rows),
  ])
  const owners = new Map(accepted.map((row) => [row.message_id, row.owner_id]))
  const unwanted = ids.filter((id) => !owners.get(id))
  const jobs = (isLarge: boolean): NewJob<InboundJob>[] =>
    incoming.flatMap(({ trace, restId }, index) => {
      const messageId = ids[index]!
      const ownerId = owners.get(messageId)
      const isIt = (restId !== null) === isLarge
      return ownerId && isIt ? [{ ownerId, data: { messageId, ...trace } }] : []
    })
  await Promise.all([
    enqueueJobs(tx, work, inboundQueue.name, jobs(false)),
    enqueueJobs(tx, work, largeInboundQueue.name, jobs(true)),
    unwanted.length > 0 && tx.delete(messages).where(inArray(messages.id, unwanted)),
  ])
  return ids.map((id) => (owners.get(id) ? 'accepted' : owners.has(id) ? 'blocked' : 'unwanted'))
}

/** Everybody whom a message says that it is from, in lower case. */
function authorsOf({ content, mailFrom }: IncomingMessage): string[] {
  const named = splitMessage(content).fields.filter((field) => authorFields.has(nameOf(field)))
  const authors = [mailFrom, ...named.flatMap(readMailboxes).map(({ email }) => email)]
  return [...new Set(authors.map((author) => storableText(author).toLowerCase()))].slice(0, mostAuthors)
}

const authorFields = new Set(['from', 'sender', 'reply-to'])
const mostAuthors = 10
