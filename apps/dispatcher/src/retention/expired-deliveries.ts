import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import type { Channel } from '@waypost/webhooks'

/** Ended deliveries that have expired, with their attempts. A pending delivery never expires. */
export function expiredDeliveries(
  { service }: Pick<Channel, 'service'>,
  keptMs: number | undefined,
): RetentionKind {
  const schema = sql.identifier(service)
  const deliveries = sql`${schema}.deliveries`
  return {
    name: 'deliveries',
    keptMs,
    purge: (tx, batch) =>
      purgeExpired(tx, batch, {
        table: deliveries,
        isExpired: sql`status <> 'pending' and ended_at < ${batch.before}`,
        together: sql`attempts as (
          delete from ${schema}.delivery_attempts where delivery_id in (select gone_id from gone)
        )`,
        // A delivery may be redelivered at this moment.
        locks: true,
      }),
    async findOldest(db) {
      const { rows } = await db.execute<{ at: string }>(
        sql`select created_at as at from ${deliveries} order by id limit 1`,
      )
      return rows[0] ? new Date(rows[0].at) : null
    },
  }
}
