import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'

/** Screenshots of ended executions, which may expire before the executions. */
export const expiredScreenshots = (keptMs: number | undefined): RetentionKind => ({
  name: 'screenshots',
  keptMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql`automation.step_screenshots`,
      id: 'execution_id',
      isExpired: sql`exists (
        select from automation.executions where id = execution_id and completed_at < ${batch.before})`,
    }),
  async findOldest(db) {
    const { rows } = await db.execute<{ at: string }>(sql`
      select created_at as at from automation.executions
      where id = (select execution_id from automation.step_screenshots order by execution_id limit 1)
    `)
    return rows[0] ? new Date(rows[0].at) : null
  },
})
