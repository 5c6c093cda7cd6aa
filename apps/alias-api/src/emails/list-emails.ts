import { and, desc, inArray, lt, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { containsPattern, perDatabase, type Db } from '@waypost/postgres'
import { emails } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { countEmails, type EmailFilter } from './count-emails.ts'
import { matchEmails, matchOfThread, type EmailMatch, type MatchValues } from './match-emails.ts'
import { bodyLengthOf, toListedEmail, type ListedEmail } from './email.ts'

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

/** Whether no later email of its conversation is in the list too. Within `later`, the names of columns are its own. */
function isNewestOfThread(ownerId: Value, wanted: Wanted): SQL {
  const { addressId, type, isDeleted, isSpam, isStarred, ...match } = wanted
  const isInIt = isWanted(ownerId, { addressId, type, isDeleted, isSpam, isStarred })
  return sql`not exists (
    select from alias.emails later where later.thread_id = emails.thread_id and later.id > emails.id
      and ${and(isInIt, matchOfThread(ownerId, match))}
  )`
}

type Value = string | Placeholder

interface Wanted extends MatchValues {
  addressId: Value | undefined
  type: Value | undefined
  isDeleted: boolean
  isSpam: boolean | undefined
  isStarred?: boolean | undefined
}

function isWanted(
  ownerId: Value,
  { addressId, type, isDeleted, isSpam, isStarred, ...match }: Wanted,
): SQL | undefined {
  return and(
    addressId === undefined
      ? sql`owner_id = ${ownerId}`
      : sql`address_id = ${ownAddress(addressId, ownerId)}`,
    isDeleted ? sql`is_deleted` : sql`not is_deleted`,
    type === undefined ? undefined : sql`type = ${type}`,
    isSpam === undefined ? undefined : isSpam ? sql`is_spam` : sql`not is_spam`,
    isStarred === undefined ? undefined : isStarred ? sql`is_starred` : sql`not is_starred`,
    matchEmails(ownerId, match),
  )
}

/**
 * Checks the owner on the alias: a condition on its emails would tempt the planner to scan all of the owner's emails.
 */
function ownAddress(addressId: Value, ownerId: Value): SQL {
  return sql`(select id from alias.addresses where id = ${addressId} and owner_id = ${ownerId})`
}

/** Counters know the total, but not that of emails by what they say. Spam and starred ones are counted by their indexes. */
function countWanted(ownerId: Value, wanted: Wanted): SQL<number> {
  const { isSpam, isStarred } = wanted
  const isCounted = matchEmails(ownerId, wanted) === undefined && isStarred === undefined
  if (isCounted && isSpam === undefined) return countEmails(ownerId, wanted)
  if (isCounted && isSpam === false)
    return sql<number>`(${countEmails(ownerId, wanted)} - ${countWanted(ownerId, { ...wanted, isSpam: true })})`
  return sql<number>`(select count(*)::float8 from alias.emails where ${isWanted(ownerId, wanted)})`
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

const labelOfAlias = sql<
  string | null
>`(select label from alias.addresses where addresses.id = ${emails.addressId})`

/**
 * Counts what the list shows of a conversation: anybody can send spam that names it. Of the newest 1,000 emails alone, so that
 * much spam costs little. An email from before there were conversations is one by itself.
 */
const countThread = (isSpam: boolean | undefined) => sql<NonNullable<ListedEmail['thread']>>`(
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
