import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import { findOldestIn } from './find-oldest-in.ts'

/** Expired jobs, except those whose intent still exists. A pending one never expires. */
export const expiredJobs = (keptMs: number | undefined): RetentionKind => ({
  name: 'jobs',
  keptMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql`automation.jobs`,
      isExpired: sql`completed_at < ${batch.before}
        and not exists (select from automation.intents where job_id = jobs.id)`,
      locks: true,
    }),
  findOldest: findOldestIn('jobs'),
})
