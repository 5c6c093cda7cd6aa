import { sql } from 'drizzle-orm'
import type { Clock } from '@waypost/postgres'
import { enqueueDeliveries } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import type { Room, Target } from './receivers.ts'

/**
 * Queues parked deliveries, oldest first, as many as their receivers have free places. They go to the end of the
 * queue, so that a receiver with a long backlog takes turns with the others. They are due from now on: how long they
 * waited for their receiver says nothing about the dispatchers.
 *
 * @returns how many deliveries each receiver got, for those that got any
 */
export async function unparkDeliveries(
  { channel, db, boss }: OpenChannel,
  clock: Clock,
  rooms: Room[],
): Promise<Map<string, number>> {
  const schema = sql.identifier(channel.service)
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; ownerId: string; round: number; webhook_id: string }>(sql`
      with chosen as (
        select parked.id
        from unnest(${sql.param(rooms.map((each) => each.webhookId))}::uuid[], ${sql.param(rooms.map((each) => each.places))}::integer[])
          as room (webhook_id, places),
          lateral (
            select id from ${schema}.deliveries where webhook_id = room.webhook_id and is_parked
            order by id limit room.places for update skip locked
          ) parked
      )
      update ${schema}.deliveries delivery set is_parked = false, next_attempt_at = ${new Date(clock.now())}
      from chosen where delivery.id = chosen.id
      returning delivery.id, owner_id as "ownerId", round, webhook_id
    `)
    const deliveries = rows.map(({ id, ownerId, round }) => ({ id, ownerId, round, isCounted: true }))
    await enqueueDeliveries(tx, { channel, boss }, deliveries, null)
    const byReceiver = Map.groupBy(rows, (row) => row.webhook_id)
    return new Map([...byReceiver].map(([webhookId, own]) => [webhookId, own.length]))
  })
}

/**
 * The receivers with parked deliveries, of any dispatcher. Jumps from receiver to receiver in the index, because one
 * receiver may have a hundred thousand deliveries waiting.
 */
export async function listParkedReceivers({ channel, db }: OpenChannel): Promise<Target[]> {
  const schema = sql.identifier(channel.service)
  const deliveries = sql`${schema}.deliveries`
  const { rows } = await db.execute<{ webhookId: string; ownerId: string; url: string }>(sql`
    with recursive receiver as (
      (select webhook_id from ${deliveries} where is_parked order by webhook_id limit 1)
      union all
      select (select webhook_id from ${deliveries} where is_parked and webhook_id > receiver.webhook_id
        order by webhook_id limit 1)
      from receiver where receiver.webhook_id is not null
    )
    -- The deliveries of a webhook that was deleted are cancelled when they are claimed.
    select webhook_id as "webhookId", coalesce(owner_id, '') as "ownerId", coalesce(url, '') as url
    from receiver left join ${schema}.webhooks webhook on webhook.id = webhook_id where webhook_id is not null
  `)
  return rows
}
