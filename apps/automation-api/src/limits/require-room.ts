import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { limitOf } from './limit-of.ts'
import { limitReached, type RefusingLimit } from './limit-reached.ts'
import { usage } from './usage.ts'

/**
 * Refuses what would be more than an account's limits allow.
 *
 * Until the transaction ends, no other adds to what is counted for the account: requests in any number of replicas never
 * exceed a limit together. Call it before the transaction locks a row. Whoever holds a row then never waits for an
 * account, and no two transactions wait for each other.
 *
 * @param tx adds one to each of the named
 *
 * @throws DomainError `forbidden` or `rate_limited`
 */
export async function requireRoom(
  tx: Db,
  { limits }: Pick<Services, 'limits'>,
  ownerId: string,
  ...names: RefusingLimit[]
): Promise<void> {
  const counted = names.map(
    (name) => sql`
      select ${name} as name, (${usage[name](ownerId)})::float8 as used, ${limitOf(limits, name, ownerId)}::float8 as "limit"`,
  )
  const [, { rows }] = await Promise.all([
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`automation.limits/${ownerId}`}, 0))`),
    // A statement of its own, and so of a later snapshot than the lock.
    tx.execute<{ name: RefusingLimit; used: number; limit: number }>(sql.join(counted, sql` union all `)),
  ])
  const full = rows.find(({ used, limit }) => used >= limit)
  if (full) throw limitReached(full.name, full.used, full.limit)
}
