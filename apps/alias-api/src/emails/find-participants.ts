import { sql } from 'drizzle-orm'
import { storableText, type Db } from '@waypost/postgres'
import type { emails } from '../db/mail-tables.ts'
import { readMailboxes } from '../forwarding/read-correspondents.ts'
import { mailAddress } from '../outbound/mail-address.ts'
import { headBytes } from '../replies/reply-ids.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { mostRecipients, type EmailParticipant } from './email-recipient.ts'

const fieldsOf = [
  ['reply-to', 'replyTo'],
  ['to', 'to'],
  ['cc', 'cc'],
] as const

/** Whom the header of a received email names beside its author, each once for a field, without what could not be written to. */
export async function findParticipants(
  db: Db,
  { type, messageId }: Pick<typeof emails.$inferSelect, 'type' | 'messageId'>,
): Promise<EmailParticipant[]> {
  if (type !== 'received') return []
  const { rows } = await db.execute<{ head: Buffer }>(sql`
    select substring(content from 1 for ${headBytes}::integer) as head from alias.messages where id = ${messageId}
  `)
  const fields = rows.flatMap(({ head }) => splitMessage(head).fields)
  const found = fieldsOf.flatMap(([name, kind]) => {
    const mailboxes = fields.filter((field) => nameOf(field) === name).flatMap(readMailboxes)
    const valid = mailboxes.flatMap((mailbox) => {
      const { data: address } = mailAddress.safeParse(mailbox.email)
      return address === undefined ? [] : [{ kind, address, name: storableText(mailbox.name) }]
    })
    const known = new Set<string>()
    return valid.filter(({ address }) => {
      const key = address.toLowerCase()
      return !known.has(key) && known.add(key)
    })
  })
  return found.slice(0, mostRecipients)
}
