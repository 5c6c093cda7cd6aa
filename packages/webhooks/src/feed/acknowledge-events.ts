import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import type { FeedPosition } from './feed-position.ts'

/**
 * Records that the receiver of a webhook has handled its events up to a position: their deliveries are delivered, and are neither
 * sent nor recovered any more. Jobs that are queued find nothing to send.
 *
 * A delivery that is being settled just now is skipped, since that settlement may wait for the webhook's row. Where it has the row
 * already, it has ended once this has it, and the delivery is looked at again; where it gets the row later, it sees the position
 * (`endAcknowledged`).
 *
 * @param from up to where they were acknowledged before
 */
export async function acknowledgeEvents(
  db: Db,
  channel: Pick<Channel, 'service'>,
  webhookId: string,
  from: FeedPosition,
  to: FeedPosition,
  at: Date,
): Promise<void> {
  const webhooks = sql`${sql.identifier(channel.service)}.webhooks`
  await db.transaction(async (tx) => {
    await endDeliveries(tx, channel, webhookId, from, to, at)
    // The webhook is locked last, as settlements do. Two requests may acknowledge at once: the greater position stays.
    await tx.execute(sql`
      update ${webhooks}
      set feed_acknowledged_xact = ${to.xact}::xid8, feed_acknowledged_id = ${to.id}, feed_acknowledged_at = ${at},
        failure_count = 0, failing_since = null, last_succeeded_at = ${at}
      where id = ${webhookId} and (
        feed_acknowledged_xact is null
        or (feed_acknowledged_xact, feed_acknowledged_id) < (${to.xact}::xid8, ${to.id}::uuid)
      )
    `)
    await endDeliveries(tx, channel, webhookId, from, to, at)
  })
}

async function endDeliveries(
  tx: Db,
  { service }: Pick<Channel, 'service'>,
  webhookId: string,
  from: FeedPosition,
  to: FeedPosition,
  at: Date,
): Promise<void> {
  const deliveries = sql`${sql.identifier(service)}.deliveries`
  await tx.execute(sql`
    with handled as (
      select id from ${deliveries}
      where webhook_id = ${webhookId} and feed_xact is not null and status <> 'delivered'
        and (feed_xact, id) > (${from.xact}::xid8, ${from.id}::uuid)
        and (feed_xact, id) <= (${to.xact}::xid8, ${to.id}::uuid)
      for no key update skip locked
    )
    update ${deliveries} delivery
    set status = 'delivered', ended_at = ${at}, next_attempt_at = null, is_parked = false
    from handled where delivery.id = handled.id
  `)
}

/**
 * Ends deliveries whose attempts have failed while their events were acknowledged.
 *
 * @param tx has settled the attempts, and so has the rows of their webhooks
 */
export async function endAcknowledged(
  tx: Db,
  { service }: Pick<Channel, 'service'>,
  deliveryIds: string[],
  at: Date,
): Promise<void> {
  const schema = sql.identifier(service)
  await tx.execute(sql`
    update ${schema}.deliveries delivery
    set status = 'delivered', ended_at = ${at}, next_attempt_at = null
    from ${schema}.webhooks webhook
    where delivery.id = any(${sql.param(deliveryIds)}::uuid[]) and webhook.id = delivery.webhook_id
      and delivery.status <> 'delivered'
      and (delivery.feed_xact, delivery.id) <= (webhook.feed_acknowledged_xact, webhook.feed_acknowledged_id)
  `)
}
