import { sql } from 'drizzle-orm'
import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dispatcherSettings } from '../dispatcher-settings.ts'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'
import { createOwnerTurns } from './owner-turns.ts'

let bed: TestChannel
let receiver: WebhookReceiver
let deliverer: Deliverer

beforeEach(async () => {
  bed = await openTestChannel()
  receiver = await startWebhookReceiver()
  // A claim takes twenty, half of them deferred ones.
  deliverer = createDeliverer(bed.services, bed.channel, { concurrency: 40 })
})
afterEach(async () => {
  await deliverer.stop()
  await receiver.close()
  await bed.close()
})

const register = (ownerId: string) => bed.registerWebhook(`${receiver.url}/${ownerId}`, { ownerId })
const publish = async (ownerId: string, times = 1) => {
  for (let index = 0; index < times; index += 1) await bed.publish(ownerId)
}
/** Whose requests have arrived, in their order. */
const owners = () => receiver.requests.map(({ path }) => path.split('/').at(-1)!)

test('the first delivery of an account that is due is sent before the rest of another account’s backlog', async () => {
  for (const ownerId of ['ada', 'bob']) await register(ownerId)
  await publish('ada', 100)
  await bed.time.clock.tick(1000)
  await publish('bob', 2)
  await bed.time.clock.tick(5000)
  expect(await deliverer.step()).toBe(102)
  // One claim finds that more are due than it takes, and the next one has it.
  expect(owners().indexOf('bob')).toBeLessThan(20)
  expect(owners().lastIndexOf('bob')).toBeLessThan(40)
})

test('an account is not behind many webhooks of another', async () => {
  for (let index = 0; index < 50; index += 1) await register('ada')
  await register('bob')
  await publish('ada', 4)
  await bed.time.clock.tick(1000)
  await publish('bob')
  await bed.time.clock.tick(5000)
  expect(await deliverer.step()).toBe(201)
  expect(owners().indexOf('bob')).toBeLessThan(20)
})

test('the first delivery of an account is sent before the rest of what another has to repeat', async () => {
  for (const ownerId of ['ada', 'bob']) await register(ownerId)
  await publish('ada', 100)
  receiver.answer(500)
  await bed.time.clock.tick(5000)
  await deliverer.step()
  receiver.answer(200)
  await bed.time.clock.tick(26_000)
  await publish('bob')
  await bed.time.clock.tick(5000)
  expect(await deliverer.step()).toBe(101)
  expect(owners().indexOf('bob')).toBeLessThan(120)
})

test('where more accounts wait than a claim takes, each has its turn before any has its second', async () => {
  const others = Array.from({ length: 24 }, (_, index) => `bob-${String(index).padStart(2, '0')}`)
  for (const ownerId of ['ada', ...others]) await register(ownerId)
  await publish('ada', 60)
  await bed.time.clock.tick(1000)
  for (const ownerId of others) await publish(ownerId, 2)
  await bed.time.clock.tick(5000)
  expect(await deliverer.step()).toBe(108)
  // A claim in which ada's are found to be many, and three of ten.
  const begun = new Set(owners().slice(0, 40))
  expect([...begun].toSorted()).toEqual(['ada', ...others])
})

test('the deliveries of an account that is alone are sent in the order of their times', async () => {
  await deliverer.stop()
  // One deferred delivery at a time.
  deliverer = createDeliverer(bed.services, bed.channel, { concurrency: 4 })
  await register('ada')
  const published: string[] = []
  for (let index = 0; index < 12; index += 1) {
    published.push(...(await bed.publish('ada')))
    await bed.time.clock.tick(index % 3 === 0 ? 1000 : 0)
  }
  await bed.time.clock.tick(5000)
  await deliverer.step()
  expect(receiver.requests.map(({ headers }) => headers['x-service-delivery'])).toEqual(published)
})

test('jobs that a version before has deferred, which say no owner, are done', async () => {
  for (const ownerId of ['ada', 'bob']) await register(ownerId)
  await publish('ada', 30)
  await publish('bob')
  await bed.owner.execute(
    sql`update automation_outbox.job set data = data - 'ownerId', priority = 0 where data ->> 'ownerId' = 'ada'`,
  )
  await bed.time.clock.tick(5000)
  expect(await deliverer.step()).toBe(31)
})

/** Adds deferred jobs, without deliveries. */
const defer = (ownerId: string, count: number, dueInMs: number) =>
  bed.owner.execute(sql`
    select automation_outbox.enqueue_at('deferred', jsonb_agg(jsonb_build_object('ownerId', ${ownerId}::text)),
      ${new Date(bed.time.clock.now() + dueInMs)})
    from generate_series(1, ${count}::integer)`)
const ownersOf = async (jobIds: string[]) => {
  const { rows } = await bed.owner.execute<{ owner: string }>(sql`
    select data ->> 'ownerId' as owner from automation_outbox.job where id = any(${sql.param(jobIds)}::uuid[])`)
  return rows.map(({ owner }) => owner).toSorted()
}

test('turns go round the accounts that have due jobs', async () => {
  for (const ownerId of ['ada', 'bob', 'cleo', 'dan']) await defer(ownerId, 3, 0)
  await defer('bea', 3, 900)
  await defer('cyd', 3, 60_000)
  const turns = createOwnerTurns(bed.channel)
  const take = async (limit: number) => ownersOf(await turns.take(limit))
  expect(await take(3)).toEqual(['ada', 'bob', 'cleo'])
  expect(await take(1)).toEqual(['dan'])
  expect(await take(2)).toEqual(['ada', 'bob'])
  expect(await take(9)).toEqual(['cleo', 'dan'])
  expect(await take(9)).toEqual(['ada', 'bob', 'cleo', 'dan'])
  await bed.time.clock.tick(900)
  expect(await take(9)).toEqual(['ada', 'bea', 'bob', 'cleo', 'dan'])
  await bed.owner.execute(sql`delete from automation_outbox.job`)
  expect(await take(9)).toEqual([])
})

test('turns are found without reading the jobs that wait, even if Postgres believes the queue to be empty', async () => {
  await defer('ada', 2000, 0)
  await bed.owner.execute(sql`delete from automation_outbox.job`)
  await bed.owner.execute(sql`vacuum (truncate false, analyze) automation_outbox.job`)
  for (const ownerId of ['ada', 'bob']) await defer(ownerId, 2000, 0)
  await defer('bob', 2000, 60_000)
  await defer('cleo', 2000, 60_000)
  const { db } = bed.database.connectAs('waypost_dispatcher', dispatcherSettings)
  const turns = createOwnerTurns({ ...bed.channel, db })
  const fetched = async () => {
    await db.execute(sql`select pg_stat_force_next_flush()`)
    const { rows } = await bed.owner.execute<{ fetched: string }>(sql`
      select sum(idx_tup_fetch + seq_tup_read) as fetched from pg_stat_user_tables where schemaname = 'automation_outbox'`)
    return Number(rows[0]!.fetched)
  }
  const before = await fetched()
  // Often enough for Postgres to keep its plan.
  for (let time = 0; time < 8; time += 1) expect(await turns.take(100)).toHaveLength(2)
  expect((await fetched()) - before).toBeLessThan(200)
})
