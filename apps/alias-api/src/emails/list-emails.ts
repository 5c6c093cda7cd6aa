import { and, desc, eq, inArray, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import type { Db } from '@waypost/postgres'
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
  const isListed = and(
    addressId === undefined
      ? eq(emails.ownerId, ownerId)
      : eq(emails.addressId, ownAddress(ownerId, addressId)),
    isDeleted ? sql`is_deleted` : sql`not is_deleted`,
    type === undefined ? undefined : eq(emails.type, type),
    cursor === undefined ? undefined : lt(emails.id, cursor),
  )
  const listed = db
    .select({ ...columns, total })
    .from(emails)
    .orderBy(desc(emails.id))
    .limit(limit + 1)
  const rows = await listed.where(offset === 0 ? isListed : inArray(emails.id, skip(db, isListed, filter)))
  const { items, nextCursor } = cutPage(rows, limit)
  return {
    items: items.map(toListedEmail),
    // A page beyond the last email has no row to say it in.
    total: rows[0] ? rows[0].total : await readTotal(db, total),
    nextCursor,
  }
}

/** Whose it is is asked of the alias: of its emails it would tempt the planner to look through all of the owner's. */
function ownAddress(ownerId: string, addressId: string): SQL {
  return sql`(select id from alias.addresses where id = ${addressId} and owner_id = ${ownerId})`
}

/** What is skipped is skipped in the index alone, and none of it is read. */
function skip(db: Db, isListed: SQL | undefined, { limit, offset }: Page) {
  const ids = db.select({ id: emails.id }).from(emails).where(isListed)
  return ids
    .orderBy(desc(emails.id))
    .limit(limit + 1)
    .offset(offset)
}

async function readTotal(db: Db, total: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select ${total} as total`)
  return rows[0]!.total
}

const cut = (column: SQLWrapper) => sql<string>`left(${column}, ${sql.raw(String(listedBodyLength))})`

const columns = {
  id: emails.id,
  addressId: emails.addressId,
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
  receivedAt: emails.receivedAt,
}
