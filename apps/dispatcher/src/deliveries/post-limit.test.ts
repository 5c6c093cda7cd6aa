import { and, count, eq, sql } from 'drizzle-orm'
import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPosts, postSlotMs, webhookTables } from '@waypost/webhooks'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'
import { createHosts } from './hosts.ts'
import { createPostSharing } from './share-posts.ts'

// The alias service delivers at once, so that only the limit delays anything.
const { deliveries, deliveryAttempts, webhooks } = webhookTables('alias')

let bed: TestChannel
let victim: WebhookReceiver
let other: WebhookReceiver
let deliverer: Deliverer

const perMinute = 60
const open = (hosts = createHosts(bed.services.clock, { perMinute })) =>
  createDeliverer(bed.services, bed.channel, { concurrency: 512, hosts })

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

test('dispatchers that tell each other of their POSTs keep the limit together, and each sends of it', async () => {
  const channel = { ...bed.channel, clock: bed.services.clock }
  const each = [1, 2].map(() => {
    const hosts = createHosts(bed.services.clock, { perMinute })
    return { share: createPostSharing(channel, hosts), deliverer: open(hosts) }
  })
  const inTurns = async () => {
    for (const one of each) {
      await one.deliverer.step()
      await one.share()
    }
    for (const one of each) await one.share()
  }
  await register(40, victim.url)
  await publish(1)
  await inTurns()
  await publish(5)
  await inTurns()
  expect(victim.requests).toHaveLength(perMinute)
  for (let steps = 0; steps < 60; steps += 1) {
    await bed.time.clock.setTime(bed.time.clock.now() + 5_000)
    await inTurns()
  }
  expect(victim.requests).toHaveLength(240)
  expect(mostInAMinute(await sentAt())).toBe(perMinute)
})

test('a dispatcher that starts knows what the one before it has sent', async () => {
  const channel = { ...bed.channel, clock: bed.services.clock }
  const before = createHosts(bed.services.clock, { perMinute })
  await register(40, victim.url)
  await publish(2)
  await open(before).step()
  await createPostSharing(channel, before)()

  const after = createHosts(bed.services.clock, { perMinute })
  await createPostSharing(channel, after)()
  await open(after).step()
  expect(victim.requests).toHaveLength(perMinute)
})

test('owners see the posts to the host that gets most of theirs, and when they are forgotten', async () => {
  const channel = { ...bed.channel, clock: bed.services.clock }
  const hosts = createHosts(bed.services.clock, { perMinute })
  const share = createPostSharing(channel, hosts)
  await register(3, victim.url)
  await register(1, otherUrl())
  await register(5, victim.url, 'bob')
  await publish(2)
  await publish(1, 'bob')
  await open(hosts).step()
  await share()
  const used = (...ownerIds: string[]) =>
    findPosts(bed.owner, { schema: 'alias', ownerIds, now: bed.time.clock.now() })
  const slot = Math.floor(bed.time.clock.now() / postSlotMs) * postSlotMs
  const resetsAt = new Date(slot + 65_000).toISOString()
  expect(await used('ada')).toEqual({ used: 6, resetsAt })
  expect(await used('bob')).toEqual({ used: 5, resetsAt })
  expect(await used('eve')).toEqual({ used: 0, resetsAt: null })
  await bed.time.clock.setTime(slot + 65_000)
  expect(await used('ada')).toEqual({ used: 0, resetsAt: null })
})
