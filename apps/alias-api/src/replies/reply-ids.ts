import { sql } from 'drizzle-orm'
import { isId, type Db } from '@waypost/postgres'
import { nameOf, splitMessage } from '../signing/split-message.ts'

const form = /<([^<>\s@]{1,250}@[^<>\s@]{1,250})>/g
const mostIds = 100
// The mails of a conversation are among an alias's newest, and a header begins with the fields that count.
const mailsOfThread = 200
/** Of a message, in which the fields of its conversation are. */
export const headBytes = 16_384

/** The message ids that fields of a header name, without their brackets; the newest ones where there are many. */
export function readIds(fields: string[], ...names: string[]): string[] {
  const written = fields.filter((field) => names.includes(nameOf(field))).join(' ')
  return [...written.matchAll(form)].slice(-mostIds).map(([, id]) => id!)
}

/** The email that a message id of an alias names; undefined for an id of another server. */
function emailIdIn(id: string, domain: string): string | undefined {
  const [name = '', host = ''] = id.split('@')
  return host.toLowerCase() === domain && isId(name) ? name : undefined
}

/** The message ids in a mailbox of the replies that ids on the alias's domain name, by those. */
export async function findMailboxIds(
  db: Db,
  addressId: string,
  ids: string[],
  domain: string,
): Promise<Map<string, string>> {
  const emails = new Map(ids.flatMap((id) => [[emailIdIn(id, domain), id] as const]).filter(isNamed))
  if (emails.size === 0) return new Map()
  const { rows } = await db.execute<{ email_id: string; mailbox_id: string }>(sql`
    select email_id, mailbox_id from alias.reply_ids reply join alias.contacts contact on contact.id = reply.contact_id
    where contact.address_id = ${addressId} and email_id = any(${sql.param([...emails.keys()])}::uuid[])
  `)
  return new Map(rows.map((row) => [emails.get(row.email_id)!, row.mailbox_id]))
}

const isNamed = (entry: readonly [string | undefined, string]): entry is [string, string] =>
  entry[0] !== undefined

/**
 * Translates the message ids that a reply names to those that its contact knows: of earlier replies those under which
 * they left, and those of mail that the alias has received. All others are of the mailbox, and are left out.
 */
export async function translateIds(
  db: Db,
  { addressId, contactId, domain }: { addressId: string; contactId: string; domain: string },
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows: replies } = await db.execute<{ email_id: string; mailbox_id: string }>(sql`
    select email_id, mailbox_id from alias.reply_ids reply join alias.contacts contact on contact.id = reply.contact_id
    where contact.address_id = ${addressId} and mailbox_id = any(${sql.param(ids)}::text[])
    -- Last the contact's own, which counts where one mail went to several.
    order by (contact.id = ${contactId}), email_id
  `)
  const known = new Map(replies.map((row) => [row.mailbox_id, `${row.email_id}@${domain}`]))
  for (const id of ids) if (emailIdIn(id, domain) !== undefined) known.set(id, id)
  if (ids.some((id) => !known.has(id)))
    for (const id of await readReceivedIds(db, addressId)) if (!known.has(id)) known.set(id, id)
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** The message ids of the newest mails that an alias has received, and those that they name. */
async function readReceivedIds(db: Db, addressId: string): Promise<string[]> {
  const { rows } = await db.execute<{ head: Buffer }>(sql`
    select substring(message.content from 1 for ${headBytes}::integer) as head
    from alias.emails email join alias.messages message on message.id = email.message_id
    where email.address_id = ${addressId} and email.type = 'received'
    order by email.id desc limit ${mailsOfThread}
  `)
  return rows.flatMap(({ head }) => readIds(splitMessage(head).fields, 'message-id', 'references'))
}
