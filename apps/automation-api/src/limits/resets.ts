import { sql, type SQL } from 'drizzle-orm'
import type { LimitName } from './limits.ts'
import { nextRunDay } from './run-day.ts'

/** When a limit is unused again, as subqueries; the others do not reset by themselves. */
export const resets: Partial<Record<LimitName, (ownerId: string, now: number) => SQL>> = {
  runMinutesPerDay: (_ownerId, now) => sql`select ${nextRunDay(now)}::timestamptz`,
  recordingMinutesPerDay: (_ownerId, now) => sql`select ${nextRunDay(now)}::timestamptz`,
  requestsPerMinute: (ownerId) => sql`
    select max(ends_at) from automation.rate_limits
    where bucket = ${`keys:${ownerId}`} and ends_at > now()`,
}
