import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'

const deletedAtATime = 10_000

/**
 * Forgets minutes that are over: most addresses that ask never come back.
 *
 * @returns how many there were; when `limit`, there may be more
 */
export async function deleteEndedWindows(
  { db }: Pick<Services, 'db'>,
  limit = deletedAtATime,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from alias.rate_limits where bucket in (
      select bucket from alias.rate_limits where ends_at < now() - interval '1 minute'
      order by ends_at limit ${limit} for update skip locked
    )
  `)
  return rowCount ?? 0
}
