import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import { findOldestIn } from './find-oldest-in.ts'

/** Executions that ended long ago, with their steps, heals, screenshots and failures. One that is under way is never past. */
export const pastExecutions = (keptMs: number | undefined): RetentionKind => ({
  name: 'executions',
  keptMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql`automation.executions`,
      isExpired: sql`completed_at < ${batch.before}`,
      returning: sql`automation_id`,
      // What its owner's lists say that there are. In one order, so that two never wait for each other in a circle.
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
