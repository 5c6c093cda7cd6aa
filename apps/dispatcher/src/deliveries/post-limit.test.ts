import { and, count, eq, sql } from 'drizzle-orm'
import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { webhookTables } from '@waypost/webhooks'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

// The alias service delivers at once, so that only the limit delays anything.
const { deliveries, deliveryAttempts, webhooks } = webhookTables('alias')

let bed: TestChannel
let victim: WebhookReceiver
let other: WebhookReceiver
let deliverer: Deliverer

const perMinute = 60
const open = () => createDeliverer(bed.services, bed.channel, { concurrency: 512, postsPerMinute: perMinute })

beforeEach(async () => {
  bed = await openTestChannel({ service: 'alias' })
  victim = await startWebhookReceiver()
  other = await startWebhookReceiver()
  deliverer = open()
})
afterEach(async () => {
  await Promise.all([victim.close(), other.close()])
  await bed.close()
})

/** Another host than the victim's, at another name of the same machine. */
const otherUrl = () => other.url.replace('127.0.0.1', 'localhost')
const register = async (webhookCount: number, url: string, ownerId?: string) => {
  for (let index = 0; index < webhookCount; index += 1)
    await bed.registerWebhook(`${url}${index}`, ownerId ? { ownerId } : {})
}
const publish = async (times: number, ownerId?: string) => {
  for (let index = 0; index < times; index += 1) await bed.publish(ownerId)
}
const pass = async (ms: number) => {
  await bed.time.clock.setTime(bed.time.clock.now() + ms)
  await deliverer.step()
}
/** The times of the requests, as the log has them: with the clock that is moved by hand. */
const sentAt = async (): Promise<number[]> => {
  const rows = await bed.owner.select({ at: deliveryAttempts.startedAt }).from(deliveryAttempts)
  return rows.map(({ at }) => at.getTime()).toSorted((one, next) => one - next)
}
const mostInAMinute = (times: number[]): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length))
const countDelivered = async () => {
  const [row] = await bed.owner
    .select({ count: count() })
    .from(deliveries)
    .where(eq(deliveries.status, 'delivered'))
  return row!.count
}
const countUpdates = async (): Promise<number> => {
  const { rows } = await bed.owner.execute<{ updates: string }>(sql`
    select n_tup_upd as updates from pg_stat_user_tables where schemaname = 'alias' and relname = 'deliveries'`)
  return Number(rows[0]!.updates)
}

test('a host gets no more POSTs of one account in any minute than the limit, however many webhooks it has there, and all in the end', async () => {
  await register(40, victim.url)
  await publish(5)
  await deliverer.step()
  expect(victim.requests).toHaveLength(perMinute)
  for (let steps = 0; steps < 60; steps += 1) await pass(5_000)

  expect(victim.requests).toHaveLength(200)
  expect(new Set(victim.requests.map(({ headers }) => headers['x-service-delivery'])).size).toBe(200)
  expect(mostInAMinute(await sentAt())).toBe(perMinute)
  // Each was sent at its first attempt: waiting costs none.
  const attempts = await bed.owner.select().from(deliveryAttempts)
  expect(attempts.every(({ number, status }) => number === 1 && status === 200)).toBe(true)
  expect(await countDelivered()).toBe(200)
})

test('what waits for its host does not delay others, nor the account’s deliveries to other hosts', async () => {
  await register(40, victim.url)
  await publish(5)
  await bed.registerWebhook(otherUrl())
  await bed.registerWebhook(victim.url, { ownerId: 'bob' })
  await publish(1)
  await publish(1, 'bob')
  await deliverer.step()
  expect(other.requests).toHaveLength(1)
  expect(victim.requests).toHaveLength(perMinute + 1)
})

test('a delivery that waits for its host is written once while it waits, and once when it goes on', async () => {
  await register(40, victim.url)
  await publish(5)
  const before = await countUpdates()
  for (let steps = 0; steps < 60; steps += 1) await pass(5_000)
  expect(await countDelivered()).toBe(200)
  await bed.owner.execute(sql`select pg_stat_clear_snapshot()`)
  await bed.channel.db.execute(sql`select pg_stat_force_next_flush()`)
  // And once for its outcome.
  expect((await countUpdates()) - before).toBeLessThanOrEqual(3 * 200)
})

test('what waited longest is sent first, before what was published meanwhile', async () => {
  await register(1, victim.url)
  await publish(2 * perMinute)
  await deliverer.step()
  await bed.time.clock.setTime(bed.time.clock.now() + 65_000)
  const [newest] = await bed.publish()
  await deliverer.step()
  expect(victim.requests).toHaveLength(2 * perMinute)
  expect(victim.requests.map(({ headers }) => headers['x-service-delivery'])).not.toContain(newest)
  await pass(65_000)
  expect(victim.requests).toHaveLength(2 * perMinute + 1)
})

test('another spelling or port of a host is the same host', async () => {
  await register(30, victim.url)
  await register(30, victim.url.replace('127.0.0.1', '0x7f000001'))
  await register(30, other.url)
  await publish(1)
  await deliverer.step()
  expect(victim.requests.length + other.requests.length).toBe(perMinute)
})

test('a repeated attempt counts as one more POST', async () => {
  victim.answer(500)
  await register(40, victim.url)
  await publish(1)
  await deliverer.step()
  for (let steps = 0; steps < 90; steps += 1) await pass(5_000)
  expect(victim.requests.length).toBe(120)
  expect(mostInAMinute(await sentAt())).toBeLessThanOrEqual(perMinute)
})

test('deliveries that wait when their dispatcher ends are sent by the next one', async () => {
  await register(40, victim.url)
  await publish(2)
  await deliverer.step()
  expect(victim.requests).toHaveLength(perMinute)
  await deliverer.stop()

  deliverer = open()
  deliverer.start()
  await victim.waitForRequests(80)
  await deliverer.stop()
  expect(await countDelivered()).toBe(80)
})

test('deliveries that wait are cancelled with their webhook, and then hold up nothing', async () => {
  const { id } = await bed.registerWebhook(victim.url)
  await publish(perMinute + 30)
  await deliverer.step()
  await bed.owner.update(webhooks).set({ isActive: false }).where(eq(webhooks.id, id))
  await bed.registerWebhook(victim.url)
  await publish(1)
  await deliverer.step()
  await pass(65_000)
  await pass(0)
  expect(victim.requests).toHaveLength(perMinute + 1)
  const pending = and(eq(deliveries.webhookId, id), eq(deliveries.status, 'pending'))
  expect(await bed.owner.select().from(deliveries).where(pending)).toEqual([])
})
