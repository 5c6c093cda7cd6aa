import { and, asc, eq, sql } from 'drizzle-orm'
import { perDatabase } from '@waypost/postgres'
import type { FeedPosition } from '@waypost/webhooks'
import { emails } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { bodyLengthOf, toListedEmail, type ListedEmail } from './email.ts'
import { listedColumns } from './list-emails.ts'

export interface StreamFilter {
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
export async function findHorizon({ db }: Pick<Services, 'db'>): Promise<FeedPosition> {
  const { rows } = await db.execute<{ xact: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xact`,
  )
  return { xact: rows[0]!.xact, id: firstId }
}

/** The emails of an owner that are listed already, though a position is before them: an earlier transaction has not ended yet. */
export async function findListedAfter(
  { db }: Pick<Services, 'db'>,
  { ownerId }: Pick<Actor, 'ownerId'>,
  { xact }: FeedPosition,
): Promise<Set<string>> {
  const rows = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.ownerId, ownerId), sql`listed_xact >= ${xact}::xid8 and not is_deleted`))
  return new Set(rows.map(({ id }) => id))
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
      ),
    )
    .orderBy(asc(sql`listed_xact`), asc(emails.id))
    .limit(pageLength)
    .prepare('read_listed_emails')
})

// One statement for all filters: each looks through what was listed since, whatever is wanted.
const isAsWanted = (column: ReturnType<typeof sql>, wanted: ReturnType<typeof sql>) =>
  sql`(${wanted} is null or ${column} = ${wanted})`
