import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import { findOldestIn } from './find-oldest-in.ts'

/** The times of schedules that have come. One whose run is active never expires. */
export const expiredScheduleRuns = (keptMs: number | undefined): RetentionKind => ({
  name: 'schedule_runs',
  keptMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql`automation.schedule_runs`,
      isExpired: sql`ended_at < ${batch.before}`,
      locks: true,
    }),
  findOldest: findOldestIn('schedule_runs'),
})
