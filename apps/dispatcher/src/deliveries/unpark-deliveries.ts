import { sql } from 'drizzle-orm'
import { prepared, type Clock } from '@waypost/postgres'
import { enqueueDeliveries } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import type { Room, Target } from './receivers.ts'

/** What a receiver with room got. */
export interface Unparked {
  deliveries: number
  /** How long the rate limit of the webhook allows no more; 0 where it has none. */
  waitMs: number
}

// A webhook's second has so many turns, or as many as it may get deliveries.
const turnsInSecond = 10

/**
 * Queues parked deliveries, oldest first, as many as their receivers have free places. They go to the end of the
 * queue, so that a receiver with a long backlog takes turns with the others. They are due from now on: how long they
 * waited for their receiver says nothing about the dispatchers.
 *
 * A webhook with a rate limit gets as many as its turn allows, and its next turn is a fraction of a second later: its turns
 * divide its limit, so that those of any second add up to no more than that. Turns are by the database's clock.
 *
 * @returns what each receiver got
 */
export async function unparkDeliveries(
  { channel, db, boss }: OpenChannel,
  clock: Clock,
  rooms: Room[],
): Promise<Map<string, Unparked>> {
  return db.transaction(async (tx) => {
    const inOrder = rooms.toSorted((one, other) => (one.webhookId < other.webhookId ? -1 : 1))
    const { rows } = await prepared(tx).db.executeSql(unparking(channel), [
      inOrder.map((each) => each.webhookId),
      inOrder.map((each) => each.places),
      new Date(clock.now()),
    ])
    const byReceiver = Map.groupBy(rows as UnparkedRow[], (row) => row.webhook_id)
    const given = (rows as UnparkedRow[]).filter((row) => row.id !== null)
    const deliveries = given.map(({ id, ownerId, round }) => ({ id, ownerId, round, isCounted: true }))
    await enqueueDeliveries(tx, { channel, boss }, deliveries, null)
    return new Map(
      [...byReceiver].map(([webhookId, own]) => [
        webhookId,
        { deliveries: own.filter((row) => row.id !== null).length, waitMs: own[0]!.wait_ms },
      ]),
    )
  })
}

/** A delivery that a receiver got; with `id` null where it got none. */
interface UnparkedRow {
  webhook_id: string
  wait_ms: number
  id: string
  ownerId: string
  round: number
}

// Webhooks are locked by id everywhere, here in the order of their rooms, and each is looked at again once it is locked: another dispatcher may have
// taken the turn meanwhile. Deliveries are updated by an array of ids, because Postgres would read the whole table to join them,
// not knowing how few they are.
const unparking = ({ service, outboxSchema }: OpenChannel['channel']): string => `
  with room as (
    select * from unnest($1::uuid[], $2::integer[]) as row (webhook_id, places)
  ), due as materialized (
    select due.id from room, lateral (
      select id from ${service}.webhooks webhook where id = room.webhook_id
        and max_per_second is not null and (paced_until is null or paced_until <= ${outboxSchema}.job_now())
        and exists (select from ${service}.deliveries where webhook_id = webhook.id and is_parked)
      for no key update
    ) due
  ), turn as (
    update ${service}.webhooks webhook
    set paced_until = ${outboxSchema}.job_now() + interval '1 second' / least(max_per_second, ${turnsInSecond}),
      paced_ticks = paced_ticks % least(max_per_second, ${turnsInSecond}) + 1
    from due where webhook.id = due.id
    returning webhook.id, paced_until, max_per_second * paced_ticks / least(max_per_second, ${turnsInSecond})
      - max_per_second * (paced_ticks - 1) / least(max_per_second, ${turnsInSecond}) as allowed
  ), allowed as materialized (
    select room.webhook_id,
      case when max_per_second is null then places else least(places, coalesce(turn.allowed, 0)) end as places,
      case when max_per_second is null then null else coalesce(turn.paced_until, webhook.paced_until) end as paced_until
    from room left join ${service}.webhooks webhook on webhook.id = room.webhook_id
    left join turn on turn.id = room.webhook_id
  ), chosen as (
    select parked.id from allowed, lateral (
      select id from ${service}.deliveries where webhook_id = allowed.webhook_id and is_parked
      order by id limit allowed.places for update skip locked
    ) parked
  ), unparked as (
    update ${service}.deliveries delivery set is_parked = false, next_attempt_at = $3
    where delivery.id = any(array(select id from chosen))
    returning delivery.id, owner_id as "ownerId", round, webhook_id
  )
  select allowed.webhook_id, unparked.id, "ownerId", round,
    coalesce(ceil(extract(epoch from paced_until - ${outboxSchema}.job_now()) * 1000), 0)::float as wait_ms
  from allowed left join unparked using (webhook_id)
`

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
