import { count, eq } from 'drizzle-orm'
import { startWebhookReceiver, waitFor, type WebhookReceiver } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { webhookTables } from '@waypost/webhooks'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

// The alias service delivers at once, so that only the limit delays anything.
const { deliveries, deliveryAttempts, webhooks } = webhookTables('alias')

let bed: TestChannel
let limited: WebhookReceiver
let other: WebhookReceiver
let deliverer: Deliverer

const open = () => createDeliverer(bed.services, bed.channel, { concurrency: 512 })

beforeEach(async () => {
  bed = await openTestChannel({ service: 'alias' })
  limited = await startWebhookReceiver()
  other = await startWebhookReceiver()
  deliverer = open()
})
afterEach(async () => {
  await deliverer.stop()
  await Promise.all([limited.close(), other.close()])
  await bed.close()
})

const register = async (maxPerSecond: number | null, url = limited.url, ownerId = 'ada') => {
  const { id } = await bed.registerWebhook(url, { ownerId })
  await setLimit(id, maxPerSecond)
  return id
}
const setLimit = (id: string, maxPerSecond: number | null) =>
  bed.owner.update(webhooks).set({ maxPerSecond }).where(eq(webhooks.id, id))
const publish = async (times: number, ownerId?: string) => {
  for (let index = 0; index < times; index += 1) await bed.publish(ownerId)
}
/** Lets time pass in steps, as a dispatcher would look, and lets `dispatchers` work after each. */
const pass = async (ms: number, stepMs: number, dispatchers = [deliverer]) => {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await bed.time.clock.setTime(bed.time.clock.now() + stepMs)
    for (const each of dispatchers) await each.step()
  }
}
const sentAt = async (): Promise<number[]> => {
  const rows = await bed.owner.select({ at: deliveryAttempts.startedAt }).from(deliveryAttempts)
  return rows.map(({ at }) => at.getTime()).toSorted((one, next) => one - next)
}
const mostInASecond = (times: number[]): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length))
const countDelivered = async () => {
  const [row] = await bed.owner
    .select({ count: count() })
    .from(deliveries)
    .where(eq(deliveries.status, 'delivered'))
  return row!.count
}

test.each([
  [1, 6],
  [3, 15],
  [7, 35],
  [25, 75],
])(
  'a webhook with a limit of %i a second gets no more in any second, and all %i in the end',
  async (limit, events) => {
    await register(limit)
    await publish(events)
    await deliverer.step()
    // As fast as the limit allows, but for what the steps take longer than its turns.
    await pass((events / limit) * 1000 + 2000, 10)
    expect(limited.requests).toHaveLength(events)
    const times = await sentAt()
    expect(mostInASecond(times)).toBe(limit)
    const seconds = (times.at(-1)! - times[0]!) / 1000
    expect(events / seconds).toBeGreaterThan(limit * 0.8)
  },
)

test('a delivery that waits for its turn makes no attempt meanwhile, and one when its turn has come', async () => {
  await register(1)
  await publish(5)
  await deliverer.step()
  expect(await bed.owner.select().from(deliveryAttempts)).toHaveLength(1)
  await pass(6000, 500)
  const attempts = await bed.owner.select().from(deliveryAttempts)
  expect(attempts.map(({ number, status }) => [number, status])).toEqual(
    Array.from({ length: 5 }, () => [1, 200]),
  )
  expect(await countDelivered()).toBe(5)
})

test('several dispatchers share the limit', async () => {
  await register(5)
  await publish(30)
  const second = open()
  await Promise.all([deliverer.step(), second.step()])
  await pass(8000, 50, [deliverer, second])
  expect(limited.requests).toHaveLength(30)
  expect(mostInASecond(await sentAt())).toBe(5)
  await second.stop()
})

test('a dispatcher that starts anew does not begin the second anew', async () => {
  await register(1)
  await publish(3)
  await deliverer.step()
  await deliverer.stop()
  deliverer = open()
  deliverer.start()
  await waitFor('the deliveries that waited', async () => {
    await bed.time.clock.tick(100)
    return limited.requests.length === 3
  })
  await deliverer.stop()
  const [first, second, third] = await sentAt()
  expect(second! - first!).toBeGreaterThanOrEqual(1000)
  expect(third! - first!).toBeGreaterThanOrEqual(2000)
})

test('what waits for its turn does not delay other webhooks, of the same account and host neither', async () => {
  await register(1)
  await publish(20)
  await register(null, other.url)
  await register(null, other.url, 'bob')
  await publish(2)
  await publish(1, 'bob')
  await deliverer.step()
  expect(limited.requests).toHaveLength(1)
  expect(other.requests).toHaveLength(3)
})

test('a repeated attempt waits for its turn as well', async () => {
  limited.answer(500)
  await register(2)
  await publish(4)
  await deliverer.step()
  await pass(120_000, 500)
  expect(limited.requests).toHaveLength(8)
  expect(mostInASecond(await sentAt())).toBeLessThanOrEqual(2)
})

test('a limit that is changed or removed holds for what waits already', async () => {
  const id = await register(1)
  await publish(30)
  await deliverer.step()
  await setLimit(id, 10)
  await pass(2000, 50)
  const { length } = limited.requests
  expect(length).toBeGreaterThan(8)
  await setLimit(id, null)
  await pass(1000, 500)
  expect(limited.requests).toHaveLength(30)
})

test('a dispatcher that runs makes each delivery when its turn comes, without being told', async () => {
  await bed.close()
  bed = await openTestChannel({ service: 'alias', clock: 'real' })
  deliverer = open()
  await register(20)
  deliverer.start()
  await publish(30)
  deliverer.wake()
  await limited.waitForRequests(30)
  await deliverer.stop()
  expect(await countDelivered()).toBe(30)
  expect(await bed.owner.select().from(deliveryAttempts)).toHaveLength(30)
})
