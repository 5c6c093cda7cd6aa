import { sql } from 'drizzle-orm'
import type { RetentionKind } from '@waypost/retention'
import type { Channel } from '@waypost/webhooks'

const keptMs = 8 * 24 * 3_600_000

/** Counts of attempts by the hour, of which the health of a webhook reads a week. */
export function expiredHours({ service }: Pick<Channel, 'service'>): RetentionKind {
  const hours = sql`${sql.identifier(service)}.webhook_hours`
  return {
    name: 'webhook_hours',
    keptMs,
    async purge(tx, { before, limit }) {
      const { rowCount } = await tx.execute(sql`
        delete from ${hours} where (webhook_id, starts_at) in (
          select webhook_id, starts_at from ${hours} where starts_at < ${before} order by starts_at limit ${limit}
          for update skip locked)
      `)
      const rows = rowCount ?? 0
      return { rows, last: null, isMore: rows === limit }
    },
    async findOldest(db) {
      const { rows } = await db.execute<{ at: string }>(
        sql`select starts_at as at from ${hours} order by starts_at limit 1`,
      )
      return rows[0] ? new Date(rows[0].at) : null
    },
  }
}
