import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import { findOldestIn } from './find-oldest-in.ts'

/** Expired executions, with their steps, heals, screenshots and failures. A running one never expires. */
export const expiredExecutions = (keptMs: number | undefined): RetentionKind => ({
  name: 'executions',
  keptMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql`automation.executions`,
      isExpired: sql`completed_at < ${batch.before}`,
      returning: sql`automation_id`,
      // Also updates the totals of their owners' lists. Locked in one order, so that two purges never deadlock.
      together: sql`held as materialized (
        select id from automation.automations where id in (select automation_id from gone) order by id for no key update
      ), counted as (
        update automation.automations set execution_count = greatest(0, execution_count - taken.count)
        from (select automation_id, count(*)::integer as count from gone group by automation_id) taken
        join held on held.id = taken.automation_id where automations.id = taken.automation_id
      )`,
      locks: true,
    }),
  findOldest: findOldestIn('executions'),
})
