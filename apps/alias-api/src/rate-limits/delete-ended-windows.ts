import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'

const deletedAtATime = 10_000

/**
 * Deletes windows that have ended: most clients never come back.
 *
 * @returns how many; if `limit`, there may be more
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
