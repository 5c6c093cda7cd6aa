import { and, desc, eq, inArray, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { perDatabase, type Db } from '@waypost/postgres'
import { emails } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { countEmails, type EmailFilter } from './count-emails.ts'
import { bodyLengthOf, toListedEmail, type ListedEmail } from './email.ts'

interface EmailQuery extends EmailFilter, Page {
  cursor?: string | undefined
}

/** Lists the emails that match a query, newest first. Deleted emails are listed only by a query for deleted ones. */
export async function listEmails(
  { db }: Services,
  { ownerId }: Actor,
  query: EmailQuery,
): Promise<CursorPage<ListedEmail> & { total: number }> {
  const { limit, offset } = query
  const rows = await findPage(db)(query).execute({
    ...query,
    ownerId,
    limit: limit + 1,
    offset,
    bodyLength: bodyLengthOf(limit),
  })
  const { items, nextCursor } = cutPage(rows, limit)
  return {
    items: items.map(toListedEmail),
    // A page beyond the last email has no row that carries the total.
    total: rows[0] ? rows[0].total : await readTotal(db, countEmails(ownerId, query)),
    nextCursor,
  }
}

/** One statement for each combination of filters: a single one for all of them could use no index. */
const findPage = perDatabase((db) => {
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  return ({ addressId, type, isDeleted, cursor, offset }: EmailQuery) => {
    const filters = {
      address: addressId !== undefined,
      type: type !== undefined,
      cursor: cursor !== undefined,
    }
    const flags = { ...filters, deleted: isDeleted, offset: offset > 0 }
    const name = ['list_emails', ...Object.entries(flags).flatMap(([flag, is]) => (is ? flag : []))].join('_')
    const statement = prepared.get(name) ?? prepare(db, name, flags)
    prepared.set(name, statement)
    return statement
  }
})

type Flags = Record<'address' | 'type' | 'cursor' | 'deleted' | 'offset', boolean>

function prepare(db: Db, name: string, flags: Flags) {
  const { placeholder } = sql
  const filter = {
    addressId: flags.address ? placeholder('addressId') : undefined,
    type: flags.type ? placeholder('type') : undefined,
    isDeleted: flags.deleted,
  }
  const isListed = and(
    filter.addressId === undefined
      ? eq(emails.ownerId, placeholder('ownerId'))
      : eq(emails.addressId, ownAddress(filter.addressId)),
    flags.deleted ? sql`is_deleted` : sql`not is_deleted`,
    filter.type && eq(emails.type, filter.type),
    flags.cursor ? lt(emails.id, placeholder('cursor')) : undefined,
  )
  return db
    .select({ ...columns, total: countEmails(placeholder('ownerId'), filter) })
    .from(emails)
    .where(flags.offset ? inArray(emails.id, skip(db, isListed)) : isListed)
    .orderBy(desc(emails.id))
    .limit(placeholder('limit'))
    .prepare(name)
}

/**
 * Checks the owner on the alias: a condition on its emails would tempt the planner to scan all of the owner's emails.
 */
function ownAddress(addressId: SQLWrapper): SQL {
  return sql`(select id from alias.addresses where id = ${addressId} and owner_id = ${sql.placeholder('ownerId')})`
}

/** Skipped rows are skipped in the index alone, without reading them. */
function skip(db: Db, isListed: SQL | undefined) {
  const ids = db.select({ id: emails.id }).from(emails).where(isListed)
  return ids.orderBy(desc(emails.id)).limit(sql.placeholder('limit')).offset(sql.placeholder('offset'))
}

async function readTotal(db: Db, total: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select ${total} as total`)
  return rows[0]!.total
}

const cut = (column: SQLWrapper) => sql<string>`left(${column}, ${sql.placeholder('bodyLength')})`

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
