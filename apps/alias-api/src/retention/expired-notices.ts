import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import { longestPauseMs } from '../notices/insert-notice.ts'

/** Notices to owners, once they hold none back any more. */
export const expiredNotices = (): RetentionKind => ({
  name: 'notices',
  keptMs: longestPauseMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, { table: sql`alias.notices`, isExpired: sql`created_at < ${batch.before}` }),
  async findOldest(db) {
    const { rows } = await db.execute<{ at: string }>(
      sql`select created_at as at from alias.notices order by id limit 1`,
    )
    return rows[0] ? new Date(rows[0].at) : null
  },
})
