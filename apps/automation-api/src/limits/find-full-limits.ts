import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { limitOf } from './limit-of.ts'
import { limitReached, type LimitReachedError, type RefusingLimit } from './limit-reached.ts'
import { usage } from './usage.ts'

/**
 * Finds out which of the named limits an account has reached.
 *
 * Until the transaction ends, no other adds to what is counted for the account: requests in any number of replicas never
 * exceed a limit together. Call it before the transaction locks a row. Whoever holds a row then never waits for an
 * account, and no two transactions wait for each other.
 *
 *
 * @returns the refusal of each limit that is reached
 */
export async function findFullLimits<Name extends RefusingLimit>(
  tx: Db,
  { limits }: Pick<Services, 'limits'>,
  ownerId: string,
  ...names: Name[]
): Promise<Partial<Record<Name, LimitReachedError>>> {
  const counted = names.map(
    (name) => sql`
      select ${name} as name, (${usage[name](ownerId)})::float8 as used,
        ${limitOf(limits, name, ownerId)}::float8 as "limit"`,
  )
  const [, { rows }] = await Promise.all([
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`automation.limits/${ownerId}`}, 0))`),
    // A statement of its own, and so of a later snapshot than the lock.
    tx.execute<{ name: Name; used: number; limit: number }>(sql.join(counted, sql` union all `)),
  ])
  const full = rows.filter(({ used, limit }) => used >= limit)
  const refusals = full.map(({ name, used, limit }) => [name, limitReached(name, used, limit)] as const)
  return Object.fromEntries(refusals) as Partial<Record<Name, LimitReachedError>>
}
