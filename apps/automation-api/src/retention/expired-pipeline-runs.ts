import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import { findOldestIn } from './find-oldest-in.ts'

/** Expired pipeline runs, with their members. An active one never expires. */
export const expiredPipelineRuns = (keptMs: number | undefined): RetentionKind => ({
  name: 'pipeline_runs',
  keptMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql`automation.pipeline_runs`,
      isExpired: sql`completed_at < ${batch.before}`,
      returning: sql`pipeline_id`,
      together: sql`held as materialized (
        select id from automation.pipelines where id in (select pipeline_id from gone) order by id for no key update
      ), counted as (
        update automation.pipelines set run_count = greatest(0, run_count - taken.count)
        from (select pipeline_id, count(*)::integer as count from gone group by pipeline_id) taken
        join held on held.id = taken.pipeline_id where pipelines.id = taken.pipeline_id
      )`,
      locks: true,
    }),
  findOldest: findOldestIn('pipeline_runs'),
})
