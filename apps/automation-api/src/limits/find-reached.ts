import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { limitOf } from './limit-of.ts'
import { limitReached, type LimitReachedError, type RefusingLimit } from './limit-reached.ts'
import { usage } from './usage.ts'

/** The refusals of those of the named limits that an account has reached at the moment. */
export async function findReached<Name extends RefusingLimit>(
  db: Db,
  { clock, limits }: Pick<Services, 'clock' | 'limits'>,
  ownerId: string,
  ...names: Name[]
): Promise<Partial<Record<Name, LimitReachedError>>> {
  const now = clock.now()
  const counted = names.map(
    (name) => sql`
      select ${name} as name, (${usage[name](ownerId, now)})::float8 as used,
        ${limitOf(limits, name, ownerId)}::float8 as "limit"`,
  )
  const { rows } = await db.execute<{ name: Name; used: number; limit: number }>(
    sql.join(counted, sql` union all `),
  )
  const reached = rows.filter(({ used, limit }) => used >= limit)
  const refusals = reached.map(
    ({ name, used, limit }) => [name, limitReached(name, used, limit, now)] as const,
  )
  return Object.fromEntries(refusals) as Partial<Record<Name, LimitReachedError>>
}
