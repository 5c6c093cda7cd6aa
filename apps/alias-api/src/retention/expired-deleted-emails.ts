import { sql } from 'drizzle-orm'
import type { RetentionKind } from '@waypost/retention'

/**
 * Emails that their owner deleted longer ago than the retention period. Triggers of the table also delete a message
 * that no other email shares, and update the counters. An email that was not deleted, or that is still being sent,
 * never expires.
 */
export const expiredDeletedEmails = (keptMs: number | undefined): RetentionKind => ({
  name: 'deleted_emails',
  keptMs,
  async purge(tx, { before, limit }) {
    // Other statements lock emails one at a time, or skip locked ones, so this cannot deadlock.
    const { rowCount } = await tx.execute(sql`
      delete from alias.emails where id in (
        select id from alias.emails
        where deleted_at < ${before} and status is distinct from 'queued' and forward_status is distinct from 'queued'
        order by deleted_at limit ${limit} for update skip locked)
    `)
    const rows = rowCount ?? 0
    return { rows, last: null, isMore: rows === limit }
  },
  async findOldest(db) {
    const { rows } = await db.execute<{ at: string }>(
      sql`select deleted_at as at from alias.emails where deleted_at is not null order by deleted_at limit 1`,
    )
    return rows[0] ? new Date(rows[0].at) : null
  },
})
