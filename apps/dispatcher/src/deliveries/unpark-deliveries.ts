import { sql } from 'drizzle-orm'
import { enqueueDeliveries } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'

/**
 * Queues parked deliveries, oldest first, as many as their receivers have free places. They go to the end of the
 * queue, so that a receiver with a long backlog takes turns with the others.
 *
 * @returns how many deliveries each receiver got
 */
export async function unparkDeliveries(
  { channel, db, boss }: OpenChannel,
  rooms: { webhookId: string; room: number }[],
): Promise<Map<string, number>> {
  const schema = sql.identifier(channel.service)
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; ownerId: string; round: number; webhook_id: string }>(sql`
      with chosen as (
        select parked.id
        from unnest(${sql.param(rooms.map((each) => each.webhookId))}::uuid[], ${sql.param(rooms.map((each) => each.room))}::integer[])
          as room (webhook_id, places),
          lateral (
            select id from ${schema}.deliveries where webhook_id = room.webhook_id and is_parked
            order by id limit room.places for update skip locked
          ) parked
      )
      update ${schema}.deliveries delivery set is_parked = false from chosen where delivery.id = chosen.id
      returning delivery.id, owner_id as "ownerId", round, webhook_id
    `)
    await enqueueDeliveries(tx, { channel, boss }, rows, null)
    return new Map(
      rooms.map(({ webhookId }) => [webhookId, rows.filter((row) => row.webhook_id === webhookId).length]),
    )
  })
}

/**
 * The receivers with parked deliveries, of any dispatcher. Jumps from receiver to receiver in the index, because one
 * receiver may have a hundred thousand deliveries waiting.
 */
export async function listParkedReceivers({ channel, db }: OpenChannel): Promise<string[]> {
  const deliveries = sql`${sql.identifier(channel.service)}.deliveries`
  const { rows } = await db.execute<{ webhook_id: string }>(sql`
    with recursive receiver as (
      (select webhook_id from ${deliveries} where is_parked order by webhook_id limit 1)
      union all
      select (select webhook_id from ${deliveries} where is_parked and webhook_id > receiver.webhook_id
        order by webhook_id limit 1)
      from receiver where receiver.webhook_id is not null
    )
    select webhook_id from receiver where webhook_id is not null
  `)
  return rows.map((row) => row.webhook_id)
}
