import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { limitOf } from './limit-of.ts'
import type { RefusingLimit } from './limit-reached.ts'
import { usage } from './usage.ts'

/** How much of a limit an account uses. */
export interface Measured<Name> {
  name: Name
  used: number
  limit: number
}

/** How much of each of the named limits an account uses at the moment. */
export async function measureLimits<Name extends RefusingLimit>(
  db: Db,
  { clock, limits }: Pick<Services, 'clock' | 'limits'>,
  ownerId: string,
  ...names: Name[]
): Promise<Measured<Name>[]> {
  const now = clock.now()
  const counted = names.map(
    (name) => sql`
      select ${name} as name, (${usage[name](ownerId, now)})::float8 as used,
        ${limitOf(limits, name, ownerId)}::float8 as "limit"`,
  )
  const { rows } = await db.execute<Measured<Name> & Record<string, unknown>>(
    sql.join(counted, sql` union all `),
  )
  return rows
}
