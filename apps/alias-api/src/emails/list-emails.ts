import { and, desc, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { containsPattern, perDatabase, type Db } from '@waypost/postgres'
import { emails } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import type { EmailFilter } from './count-emails.ts'
import type { EmailMatch } from './match-emails.ts'
import { bodyLengthOf, type ListedEmail } from './email.ts'
import { countThread, labelOfAlias, listedColumns } from './listed-columns.ts'
import { toListedEmail } from './to-email.ts'
import { countWanted, isNewestOfThread, isWanted } from './wanted-emails.ts'

export interface EmailQuery extends EmailFilter, EmailMatch, Page {
  cursor?: string | undefined
  include?: 'alias' | undefined
  /** Of each conversation, only the newest email that matches. */
  collapseThreads?: boolean | undefined
}

/** Lists the emails that match a query, newest first. Deleted emails are listed only by a query for deleted ones. */
export async function listEmails(
  { db }: Services,
  { ownerId }: Actor,
  query: EmailQuery,
): Promise<CursorPage<ListedEmail> & { total: number }> {
  const { limit, offset } = query
  const search = query.search === undefined ? undefined : containsPattern(query.search)
  const rows = await findPage(db)(query).execute({
    ...query,
    search,
    since: query.since?.toISOString(),
    ownerId,
    limit: limit + 1,
    offset,
    bodyLength: bodyLengthOf(limit),
  })
  const { items, nextCursor } = cutPage(rows, limit)
  const isFirst = offset === 0 && query.cursor === undefined
  return {
    items: items.map(toListedEmail),
    // A page beyond the last email has no row that carries the total.
    total: rows[0]
      ? rows[0].total
      : isFirst
        ? 0
        : await readTotal(db, countWanted(ownerId, { ...query, search, since: query.since?.toISOString() })),
    nextCursor,
  }
}

/** Each connection keeps them. Other combinations of filters are planned each time: there are half a million. */
const mostPrepared = 100

/** One statement for each combination of filters: a single one for all of them could use no index. */
const findPage = perDatabase((db) => {
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  return (query: EmailQuery) => {
    const { addressId, type, isSpam, from, subject, q, search, label, since, threadId } = query
    const { isWithheld, isStarred, isDeleted, cursor, offset, include, collapseThreads } = query
    const filters = {
      address: addressId !== undefined,
      type: type !== undefined,
      spam: isSpam === true,
      notSpam: isSpam === false,
      starred: isStarred === true,
      notStarred: isStarred === false,
      from: from !== undefined,
      subject: subject !== undefined,
      q: q !== undefined,
      search: search !== undefined,
      label: label !== undefined,
      withheld: isWithheld === true,
      since: since !== undefined,
      thread: threadId !== undefined,
      cursor: cursor !== undefined,
    }
    const flags = {
      ...filters,
      deleted: isDeleted,
      offset: offset > 0,
      alias: include === 'alias',
      collapse: collapseThreads === true,
    }
    const key = Object.values(flags).map(Number).join('')
    const known = prepared.get(key)
    if (known) return known
    if (prepared.size === mostPrepared) return prepare(db, '', flags)
    // Postgres cuts names off after 63 characters.
    const statement = prepare(db, `list_emails_${prepared.size}`, flags)
    prepared.set(key, statement)
    return statement
  }
})

type Flags = Record<
  | 'address'
  | 'type'
  | 'spam'
  | 'notSpam'
  | 'starred'
  | 'notStarred'
  | 'from'
  | 'subject'
  | 'q'
  | 'search'
  | 'label'
  | 'withheld'
  | 'since'
  | 'thread'
  | 'collapse'
  | 'cursor'
  | 'deleted'
  | 'offset'
  | 'alias',
  boolean
>

function prepare(db: Db, name: string, flags: Flags) {
  const { placeholder } = sql
  const filter = {
    addressId: flags.address ? placeholder('addressId') : undefined,
    type: flags.type ? placeholder('type') : undefined,
    isDeleted: flags.deleted,
    isSpam: flags.spam ? true : flags.notSpam ? false : undefined,
    isStarred: flags.starred ? true : flags.notStarred ? false : undefined,
    from: flags.from ? placeholder('from') : undefined,
    subject: flags.subject ? placeholder('subject') : undefined,
    q: flags.q ? placeholder('q') : undefined,
    search: flags.search ? placeholder('search') : undefined,
    label: flags.label ? placeholder('label') : undefined,
    isWithheld: flags.withheld ? (true as const) : undefined,
    since: flags.since ? placeholder('since') : undefined,
    threadId: flags.thread ? placeholder('threadId') : undefined,
  }
  const ownerId = placeholder('ownerId')
  const isListed = and(
    isWanted(ownerId, filter),
    flags.collapse ? isNewestOfThread(ownerId, filter) : undefined,
    flags.cursor ? lt(emails.id, placeholder('cursor')) : undefined,
  )
  return db
    .select({
      ...listedColumns,
      ...(flags.alias && { alias: labelOfAlias }),
      ...(flags.collapse && { thread: countThread(filter.isSpam) }),
      total: countWanted(ownerId, filter),
    })
    .from(emails)
    .where(flags.offset ? inArray(emails.id, skip(db, isListed)) : isListed)
    .orderBy(desc(emails.id))
    .limit(placeholder('limit'))
    .prepare(name)
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
