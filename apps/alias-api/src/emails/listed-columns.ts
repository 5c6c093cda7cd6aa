import { sql, type SQLWrapper } from 'drizzle-orm'
import { emails } from '../db/mail-tables.ts'
import type { ListedEmail } from './email.ts'

const cut = (column: SQLWrapper) => sql<string>`left(${column}, ${sql.placeholder('bodyLength')})`

export const labelOfAlias = sql<
  string | null
>`(select label from alias.addresses where addresses.id = ${emails.addressId})`

/**
 * Counts what the list shows of a conversation: anybody can send spam that names it. Of the newest 1,000 emails alone, so that
 * much spam costs little. An email from before there were conversations is one by itself.
 */
export const countThread = (isSpam: boolean | undefined) => sql<NonNullable<ListedEmail['thread']>>`(
  select json_build_object('emails', greatest(count(*), 1), 'unread', case
    when emails.thread_id is null then (emails.type = 'received' and not emails.is_read)::integer
    else count(*) filter (where newest.type = 'received' and not newest.is_read) end)
  from (
    select type, is_read from (
      select other.type, other.is_read, other.is_spam from alias.emails other
      where other.thread_id = emails.thread_id and not other.is_deleted order by other.id desc limit 1000
    ) recent
    ${isSpam === undefined ? sql`` : isSpam ? sql`where is_spam` : sql`where not is_spam`} limit 100
  ) newest
)`

/** What a list shows of an email, with bodies cut at `bodyLength`. */
export const listedColumns = {
  id: emails.id,
  addressId: emails.addressId,
  threadId: emails.threadId,
  type: emails.type,
  status: emails.status,
  statusReason: emails.statusReason,
  fromAddress: emails.fromAddress,
  fromName: emails.fromName,
  toAddress: emails.toAddress,
  subject: emails.subject,
  bodyText: cut(emails.bodyText),
  bodyHtml: cut(emails.bodyHtml),
  hasAttachments: emails.hasAttachments,
  isRead: emails.isRead,
  isStarred: emails.isStarred,
  isSpam: emails.isSpam,
  isForged: sql<boolean>`coalesce(${emails.authentication} ->> 'verdict' = 'forged', false)`,
  labels: emails.labels,
  removedByRule: emails.removedByRule,
  receivedAt: emails.receivedAt,
}
