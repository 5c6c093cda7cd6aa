import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { deferredQueue, deliveryQueue } from '@waypost/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dispatcherSettings } from '../dispatcher-settings.ts'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createOwnerTurns } from './owner-turns.ts'
import { claimDeliveries, splitLimit } from './claim-deliveries.ts'
import type { Receivers } from './receivers.ts'

let bed: TestChannel

beforeEach(async () => {
  bed = await openTestChannel()
})
afterEach(() => bed.close())

const fillQueue = (jobs: number) =>
  bed.owner.execute(sql`
    insert into automation_outbox.job (name, data)
    select ${deliveryQueue.name}, json_build_object('deliveryId', gen_random_uuid(), 'round', 1)
    from generate_series(1, ${jobs}::integer)
  `)

const roomForAll: Pick<Receivers, 'admit' | 'full'> = { admit: () => true, full: () => [] }

const claim = async (db: Db, receivers = roomForAll, turns: string[] = []) => {
  const wanted = splitLimit(200, true)
  const claimed = await claimDeliveries({ ...bed.channel, db }, bed.services.clock, wanted, {
    receivers,
    keyring: bed.services.keyring,
    turns,
  })
  await db.execute(sql`select pg_stat_force_next_flush()`)
  return claimed
}

/** Counts the rows fetched through an index, in all sessions that have reported their statistics. */
async function countFetched(schema: string): Promise<number> {
  const { rows } = await bed.owner.execute<{ fetched: string }>(sql`
    select sum(idx_tup_fetch) as fetched from pg_stat_user_tables where schemaname = ${schema}
  `)
  return Number(rows[0]?.fetched)
}

test('a claim reads only the jobs that it takes, even if Postgres believes the queue to be empty', async () => {
  // A vacuum that finds all rows deleted, but may not return the pages while others use the table, leaves this state.
  await fillQueue(2000)
  await bed.owner.execute(sql`delete from automation_outbox.job`)
  await bed.owner.execute(sql`vacuum (truncate false) automation_outbox.job`)
  await fillQueue(2000)

  const { db } = bed.database.connectAs('waypost_dispatcher', dispatcherSettings)
  const before = await countFetched('automation_outbox')
  const { fetched } = await claim(db)

  expect(fetched[deliveryQueue.name]).toBe(100)
  const read = (await countFetched('automation_outbox')) - before
  expect(read).toBeGreaterThanOrEqual(100)
  expect(read).toBeLessThan(1000)
})

test('a claim reads only its own deliveries, even if Postgres believes that hardly any is pending', async () => {
  const { id } = await bed.registerWebhook('https://example.com/')
  const insert = (count: number, status: string, endedAt: Date | null) =>
    bed.owner.execute(sql`
      insert into automation.deliveries (id, owner_id, webhook_id, event, body, status, next_attempt_at, created_at, ended_at)
      select uuidv7(), 'ada', ${id}, 'execution.started', '{}', ${status}, case when ${status} = 'pending' then now() end,
        now(), ${endedAt}::timestamptz
      from generate_series(1, ${count}::integer)
    `)
  await insert(2000, 'delivered', new Date())
  await bed.owner.execute(sql`analyze automation.deliveries`)
  await insert(2000, 'pending', null)
  await bed.owner.execute(sql`
    insert into automation_outbox.job (name, data)
    select ${deliveryQueue.name}, json_build_object('deliveryId', id, 'round', 1)
    from automation.deliveries where status = 'pending'
  `)

  const { db } = bed.database.connectAs('waypost_dispatcher', dispatcherSettings)
  const before = await countFetched('automation')
  const { claims } = await claim(db)

  expect(claims).toHaveLength(100)
  const read = (await countFetched('automation')) - before
  expect(read).toBeGreaterThanOrEqual(100)
  expect(read).toBeLessThan(1000)
})

test('a claim reads no deferred jobs but those that it takes, whoever’s turn it is', async () => {
  const defer = (ownerId: string, count: number, dueAt: Date) =>
    bed.owner.execute(sql`
      select automation_outbox.enqueue_at('deferred', jsonb_agg(
        jsonb_build_object('ownerId', ${ownerId}::text, 'deliveryId', gen_random_uuid(), 'round', 1)), ${dueAt})
      from generate_series(1, ${count}::integer)`)
  const past = new Date(Date.now() - 60_000)
  await defer('ada', 2000, new Date(Date.now() + 600_000))
  await defer('ada', 1000, past)
  await defer('bob', 1, new Date(Date.now() - 50_000))
  const { db } = bed.database.connectAs('waypost_dispatcher', dispatcherSettings)
  const ownerTurns = createOwnerTurns({ ...bed.channel, db })
  const before = await countFetched('automation_outbox')
  const { fetched } = await claim(db)
  expect(fetched).toEqual({ deferred: 100, deliveries: 0 })
  const turns = await ownerTurns.take(100)
  expect(turns).toHaveLength(2)
  expect((await claim(db, roomForAll, turns)).fetched).toEqual({ deferred: 100, deliveries: 0 })
  const read = (await countFetched('automation_outbox')) - before
  expect(read).toBeGreaterThanOrEqual(200)
  expect(read).toBeLessThan(1000)
  const { rows } = await bed.owner.execute(sql`
    select data ->> 'ownerId' as owner, count(*)::integer as waiting from automation_outbox.job
    group by owner order by owner`)
  expect(rows).toEqual([{ owner: 'ada', waiting: 3000 - 199 }])
})

test('a delivery that two jobs of a claim are for is claimed once, and the other job is stale', async () => {
  await bed.registerWebhook('https://example.com/')
  await bed.publish()
  await bed.time.clock.tick(5_000)
  await bed.owner.execute(
    sql`insert into automation_outbox.job (name, data) select name, data from automation_outbox.job`,
  )
  const { claims, lease, fetched } = await claim(bed.channel.db)
  expect(fetched).toMatchObject({ [deferredQueue.name]: 2 })
  expect(claims).toMatchObject([{ number: 1 }])
  expect(lease.open).toBe(1)
  const { rows } = await bed.owner.execute(sql`select from automation_outbox.job`)
  expect(rows).toEqual([])
})

test('no attempt is logged for a receiver that is full', async () => {
  const { id } = await bed.registerWebhook('https://example.com/')
  await bed.publish()
  await bed.time.clock.tick(5_000)
  const { claims, unmade } = await claim(bed.channel.db, { admit: () => false, full: () => [id] })
  expect(claims).toEqual([])
  expect(unmade.parked).toMatchObject([{ webhook_id: id }])
  const { rows } = await bed.owner.execute(sql`select from automation.delivery_attempts`)
  expect(rows).toEqual([])
})
