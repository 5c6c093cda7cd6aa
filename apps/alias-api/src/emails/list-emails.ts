import { and, desc, eq, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { emails } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { countEmails, type EmailFilter } from './count-emails.ts'
import { listedBodyLength, toListedEmail, type ListedEmail } from './email.ts'

/** The newest first: all live ones, or all deleted ones. */
export async function listEmails(
  { db }: Services,
  { ownerId }: Actor,
  filter: EmailFilter & Page & { cursor?: string | undefined },
): Promise<CursorPage<ListedEmail> & { total: number }> {
  const { addressId, type, isDeleted, cursor, limit, offset } = filter
  const total = countEmails(ownerId, filter)
  const rows = await db
    .select({ ...columns, total })
    .from(emails)
    .where(
      and(
        eq(emails.ownerId, ownerId),
        isDeleted ? sql`is_deleted` : sql`not is_deleted`,
        addressId === undefined ? undefined : eq(emails.addressId, addressId),
        type === undefined ? undefined : eq(emails.type, type),
        cursor === undefined ? undefined : lt(emails.id, cursor),
      ),
    )
    .orderBy(desc(emails.id))
    .limit(limit + 1)
    .offset(offset)
  const { items, nextCursor } = cutPage(rows, limit)
  return {
    items: items.map(toListedEmail),
    // A page beyond the last email has no row to say it in.
    total: rows[0] ? rows[0].total : await readTotal(db, total),
    nextCursor,
  }
}

async function readTotal(db: Services['db'], total: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select ${total} as total`)
  return rows[0]!.total
}

const cut = (column: SQLWrapper) => sql<string>`left(${column}, ${sql.raw(String(listedBodyLength))})`

const columns = {
  id: emails.id,
  addressId: emails.addressId,
  type: emails.type,
  status: emails.status,
  fromAddress: emails.fromAddress,
  fromName: emails.fromName,
  toAddress: emails.toAddress,
  subject: emails.subject,
  bodyText: cut(emails.bodyText),
  bodyHtml: cut(emails.bodyHtml),
  hasAttachments: emails.hasAttachments,
  isRead: emails.isRead,
  isStarred: emails.isStarred,
  receivedAt: emails.receivedAt,
}
