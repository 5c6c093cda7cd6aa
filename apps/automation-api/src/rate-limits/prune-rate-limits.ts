import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'

/** Deletes counts a minute after their window has ended: most accounts do not send requests in every minute. */
export async function pruneRateLimits({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.execute(sql`
    delete from automation.rate_limits where bucket in (
      select bucket from automation.rate_limits where ends_at < now() - interval '1 minute'
      order by ends_at limit 10000 for update skip locked
    )
  `)
}
