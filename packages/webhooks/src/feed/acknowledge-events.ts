import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import type { FeedPosition } from './feed-position.ts'

/**
 * Records that the receiver of a webhook has handled its events up to a position: their deliveries are delivered, and are neither
 * sent nor recovered any more. Jobs that are queued find nothing to send. A delivery that is in use just now is left to whoever uses
 * it: it may be sent as well, under the same id.
 *
 * @param from up to where they were acknowledged before
 */
export async function acknowledgeEvents(
  db: Db,
  { service }: Pick<Channel, 'service'>,
  webhookId: string,
  from: FeedPosition,
  to: FeedPosition,
  at: Date,
): Promise<void> {
  const schema = sql.identifier(service)
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      with handled as (
        select id from ${schema}.deliveries
        where webhook_id = ${webhookId} and feed_xact is not null and status <> 'delivered'
          and (feed_xact, id) > (${from.xact}::xid8, ${from.id}::uuid)
          and (feed_xact, id) <= (${to.xact}::xid8, ${to.id}::uuid)
        for no key update skip locked
      )
      update ${schema}.deliveries delivery
      set status = 'delivered', ended_at = ${at}, next_attempt_at = null, is_parked = false
      from handled where delivery.id = handled.id
    `)
    // The webhook is locked last, as settlements do. Two requests may acknowledge at once: the greater position stays.
    await tx.execute(sql`
      update ${schema}.webhooks
      set feed_acknowledged_xact = ${to.xact}::xid8, feed_acknowledged_id = ${to.id}, feed_acknowledged_at = ${at},
        failure_count = 0, failing_since = null, last_succeeded_at = ${at}
      where id = ${webhookId} and (
        feed_acknowledged_xact is null
        or (feed_acknowledged_xact, feed_acknowledged_id) < (${to.xact}::xid8, ${to.id}::uuid)
      )
    `)
  })
}
