import { sql, type SQL } from 'drizzle-orm'
import { runDayOf } from './run-day.ts'

/**
 * How long an account has recorded on the day, in milliseconds, as a subquery.
 *
 * @param now of the service's clock, in milliseconds
 */
export const recordingMs = (ownerId: string, now: number): SQL => sql`
  select coalesce(sum(greatest(0, extract(epoch from
    coalesce(ended_at, ${new Date(now).toISOString()}::timestamptz) - greatest(started_at, ${runDayOf(now)}::timestamptz)
  ) * 1000)), 0)::float8
  from automation.recordings
  where owner_id = ${ownerId} and started_at is not null
    and (ended_at is null or ended_at > ${runDayOf(now)}::timestamptz)`
