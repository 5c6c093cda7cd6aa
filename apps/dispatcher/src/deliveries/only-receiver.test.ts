import { and, eq, sql } from 'drizzle-orm'
import { systemClock } from '@waypost/postgres'
import { deliveryQueue } from '@waypost/webhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dispatcherSettings } from '../dispatcher-settings.ts'
import { deliveries, openTestChannel, type TestChannel } from '../test-channel.ts'
import type { Claim } from './claim-deliveries.ts'
import { createClaimer, type Claimer } from './claimer.ts'
import { createDeferredDeliveries } from './deferred-deliveries.ts'
import { createHosts } from './hosts.ts'
import { createOnlyReceiver } from './only-receiver.ts'
import { createReceivers, type Receivers } from './receivers.ts'
import { createWindow } from './window.ts'

let bed: TestChannel
beforeEach(async () => {
  bed = await openTestChannel({ clock: 'real' })
})
afterEach(() => bed.close())

const countWaiting = async () => {
  const { rows } = await bed.owner.execute<{ count: number }>(sql`
    select count(*)::integer as count from automation_outbox.job where state < 'active'`)
  return rows[0]!.count
}

describe('while a prompt receiver is the only one with deliveries due', () => {
  const places = 20
  const published = 100
  let receivers: Receivers
  let claimer: Claimer
  let sent: Claim[]
  let webhookId: string
  let answered: number

  beforeEach(async () => {
    ;({ id: webhookId } = await bed.registerWebhook('https://example.com/'))
    for (let index = 0; index < published; index += 1) await bed.publish('ada')
    sent = []
    answered = 0
    // An owner has half of all places.
    const concurrency = 2 * places
    receivers = createReceivers({
      concurrency,
      hosts: createHosts(systemClock, { perMinute: 1_000_000 }),
    })
    const deferred = createDeferredDeliveries(bed.channel, systemClock)
    await deferred.look()
    claimer = createClaimer(bed.channel, systemClock, {
      concurrency,
      receivers,
      window: createWindow(concurrency, systemClock, () => {}),
      deferred,
      send: (claims) => sent.push(...claims),
      keyring: bed.services.keyring,
      onUnopened: () => {},
      onPaced: () => {},
    })
    await claimer.claim()
    answer(1)
    // One has a place, and the others of this claim are parked. From then on it is known that nobody else has any.
    await claimer.claim()
  })

  const answer = (times: number) => {
    for (const claim of sent.slice(answered, answered + times))
      receivers.release(claim, { timedOut: false, durationMs: 5 })
    answered += times
  }
  const claimAll = async () => {
    while ((await claimer.claim()).isMore);
  }
  const countParked = () =>
    bed.owner.$count(deliveries, and(eq(deliveries.webhookId, webhookId), deliveries.isParked))

  test('its deliveries wait in the queue until it has places, and no more of them are parked', async () => {
    expect([sent.length, await countParked(), await countWaiting()]).toEqual([places + 1, 19, 60])
    expect(claimer.hasRoomForOnly()).toBe(false)
    expect(await claimer.claim()).toEqual({ attempts: 0, isMore: false })
    answer(8)
    expect(claimer.hasRoomForOnly()).toBe(true)
    expect(await claimer.claim()).toMatchObject({ attempts: 8 })
    expect([await countParked(), await countWaiting()]).toEqual([19, 52])
  })

  test('a delivery of another owner is claimed at once', async () => {
    const other = await bed.registerWebhook('https://other.example/', { ownerId: 'bob' })
    await bed.publish('bob')
    await claimer.claim()
    expect(sent.slice(places + 1)).toMatchObject([{ webhookId: other.id }])
  })

  test('once its owner has deliveries for another webhook, its own are parked', async () => {
    await bed.registerWebhook('https://other.example/', { ownerId: 'ada' })
    await claimAll()
    expect([await countParked(), await countWaiting()]).toEqual([19, 60])
    await bed.publish('ada')
    await claimAll()
    expect([await countParked(), await countWaiting()]).toEqual([80, 0])
  })

  test('once it is slow, its deliveries are parked', async () => {
    receivers.release(sent[1]!, { timedOut: false, durationMs: 2000 })
    await claimAll()
    expect([sent.length, await countWaiting()]).toEqual([places + 2, 0])
  })
})

test('whether a receiver is the only one is found in indexes, even if Postgres believes the tables to be empty', async () => {
  const { id: webhookId } = await bed.registerWebhook('https://example.com/')
  const other = await bed.registerWebhook('https://other.example/')
  const { db } = bed.database.connectAs('waypost_dispatcher', dispatcherSettings)
  await bed.owner.execute(sql`analyze automation_outbox.job, automation.deliveries, automation.webhooks`)
  await bed.owner.execute(sql`
    insert into automation_outbox.job (name, data)
    select ${deliveryQueue.name}, json_build_object('deliveryId', uuidv7(), 'ownerId', 'ada', 'round', 1)
    from generate_series(1, 5000)`)
  const stranger = await bed.registerWebhook('https://other.example/', { ownerId: 'bob' })
  await bed.owner.execute(sql`
    insert into automation.deliveries (id, owner_id, webhook_id, event, body, status, ended_at, created_at)
    select uuidv7(), owner_id, webhook_id, 'execution.started', '{}', status, ended_at, now()
    from generate_series(1, 5000),
      (values ('ada', ${other.id}::uuid, 'delivered', now()), ('bob', ${stranger.id}, 'pending', null))
        as delivery (owner_id, webhook_id, status, ended_at)`)
  const only = createOnlyReceiver({ ...bed.channel, db }, bed.services.clock, {
    room: () => 0,
    keep: () => {},
  })
  const countFetched = async () => {
    await db.execute(sql`select pg_stat_force_next_flush()`)
    const { rows } = await bed.owner.execute<{ fetched: number }>(sql`
      select sum(idx_tup_fetch + seq_tup_read)::integer as fetched from pg_stat_user_tables
      where schemaname = 'automation_outbox' and relname <> 'queue'
        or schemaname = 'automation' and relname = 'deliveries'`)
    return rows[0]!.fetched
  }
  const parked = { webhook_id: webhookId, owner_id: 'ada', url: 'https://example.com/', max_per_second: null }
  const before = await countFetched()
  await only.note([], [parked as never])
  expect(only.isKnown()).toBe(true)
  expect((await countFetched()) - before).toBeLessThan(10)
})
