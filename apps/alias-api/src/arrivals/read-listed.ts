import { and, asc, eq, sql } from 'drizzle-orm'
import { perDatabase } from '@waypost/postgres'
import type { FeedPosition } from '@waypost/webhooks'
import { emails } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { bodyLengthOf, type ListedEmail } from '../emails/email.ts'
import { toListedEmail } from '../emails/to-email.ts'
import { listedColumns } from '../emails/listed-columns.ts'
import { matchEmails, type EmailMatch } from '../emails/match-emails.ts'

export interface StreamFilter extends Pick<EmailMatch, 'from' | 'subject' | 'q' | 'since'> {
  addressId?: string | undefined
  type?: 'received' | 'sent' | undefined
  isSpam?: boolean | undefined
}

export interface ListedPage {
  emails: { position: FeedPosition; email: ListedEmail }[]
  /** Where the next page begins. */
  next: FeedPosition
  /** Whether there may be another page already. */
  isFull: boolean
  /** Whether an email waits for an earlier transaction to end. */
  isBehind: boolean
}

// As much as is held for a client that reads slowly.
const pageLength = 20
const firstId = '00000000-0000-0000-0000-000000000000'

/** The position after all emails that are certain to be listed before any later one. */
async function findHorizon({ db }: Pick<Services, 'db'>): Promise<FeedPosition> {
  const { rows } = await db.execute<{ xact: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xact`,
  )
  return { xact: rows[0]!.xact, id: firstId }
}

/**
 * Where a stream begins that shows what is listed from now on, and the emails after that position that are listed already: those
 * of transactions that began after one that has not ended yet.
 */
export async function findStart(
  { db }: Pick<Services, 'db'>,
  { ownerId }: Pick<Actor, 'ownerId'>,
): Promise<{ start: FeedPosition; known: Set<string> }> {
  // In one statement, so that each email is either known or listed later.
  const { rows } = await db.execute<{ xact: string; known: string[] }>(sql`
    with horizon as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as xact)
    select xact::text, array(
      select id from ${emails}
      where owner_id = ${ownerId} and listed_xact >= (select xact from horizon) and not is_deleted
    ) as known from horizon`)
  const [{ xact, known }] = rows as [{ xact: string; known: string[] }]
  return { start: { xact, id: firstId }, known: new Set(known) }
}

/**
 * The emails of an owner that were listed after a position, in the order of their transactions.
 *
 * Transactions get their numbers in order but commit in any, so an email can become visible below one that was read before it. Only
 * those below the oldest transaction that was running are read, as in the feeds of webhooks: nothing can be listed below them any
 * more. A transaction that runs for long delays a stream; no email is passed by.
 */
export async function readListed(
  services: Pick<Services, 'db'>,
  { ownerId }: Pick<Actor, 'ownerId'>,
  filter: StreamFilter,
  after: FeedPosition,
): Promise<ListedPage> {
  // Read first: whatever is below it is visible to the statement after it.
  const horizon = await findHorizon(services)
  const rows = await findListed(services.db).execute({
    ownerId,
    addressId: filter.addressId ?? null,
    type: filter.type ?? null,
    isSpam: filter.isSpam ?? null,
    from: filter.from ?? null,
    subject: filter.subject ?? null,
    q: filter.q ?? null,
    since: filter.since?.toISOString() ?? null,
    xact: after.xact,
    id: after.id,
    bodyLength: bodyLengthOf(pageLength),
  })
  const settled = rows.filter(({ xact }) => BigInt(xact) < BigInt(horizon.xact))
  const found = settled.map(({ xact, ...row }) => ({
    position: { xact, id: row.id },
    email: toListedEmail(row),
  }))
  const isFull = found.length === pageLength
  const end = BigInt(horizon.xact) > BigInt(after.xact) ? horizon : after
  return {
    emails: found,
    next: isFull ? found.at(-1)!.position : end,
    isFull,
    isBehind: settled.length < rows.length,
  }
}

const findListed = perDatabase((db) => {
  const { placeholder } = sql
  return db
    .select({ ...listedColumns, xact: sql<string>`listed_xact::text` })
    .from(emails)
    .where(
      and(
        eq(emails.ownerId, placeholder('ownerId')),
        sql`(listed_xact, id) > (${placeholder('xact')}::xid8, ${placeholder('id')}::uuid)`,
        sql`listed_xact is not null and not is_deleted`,
        isAsWanted(sql`address_id`, sql`${placeholder('addressId')}::uuid`),
        isAsWanted(sql`type`, sql`${placeholder('type')}::text`),
        isAsWanted(sql`is_spam`, sql`${placeholder('isSpam')}::boolean`),
        ...matchNames.map(isMatch),
      ),
    )
    .orderBy(asc(sql`listed_xact`), asc(emails.id))
    .limit(pageLength)
    .prepare('read_listed_emails')
})

const matchNames = ['from', 'subject', 'q', 'since'] as const

const isMatch = (name: (typeof matchNames)[number]) => {
  const wanted = sql.placeholder(name)
  return sql`(${wanted}::text is null or ${matchEmails(sql.placeholder('ownerId'), { [name]: wanted })})`
}

// One statement for all filters: each looks through what was listed since, whatever is wanted.
const isAsWanted = (column: ReturnType<typeof sql>, wanted: ReturnType<typeof sql>) =>
  sql`(${wanted} is null or ${column} = ${wanted})`
