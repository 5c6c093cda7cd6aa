import { sql } from 'drizzle-orm'
import type { RetentionKind } from '@waypost/retention'

/**
 * Emails that their owner deleted long ago, with what they are made of: the triggers of the table take along a message
 * that nobody else has, and keep the counts right. One that was not deleted is never past, and neither is one that is on
 * its way to somebody.
 */
export const pastDeletedEmails = (keptMs: number | undefined): RetentionKind => ({
  name: 'deleted_emails',
  keptMs,
  async purge(tx, { before, limit }) {
    // Whatever else locks emails does so one at a time, or passes over what is locked.
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
