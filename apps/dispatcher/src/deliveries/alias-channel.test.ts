import { createHmac } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { startWebhookReceiver, waitFor, type WebhookReceiver } from '@waypost/testing'
import { webhookTables } from '@waypost/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

const { webhooks, deliveries } = webhookTables('alias')
const laterDelaysMs = [60_000, 300_000, 1_800_000, 7_200_000]

let bed: TestChannel
let receiver: WebhookReceiver
let deliverer: Deliverer

beforeEach(async () => {
  bed = await openTestChannel({ service: 'alias' })
  receiver = await startWebhookReceiver()
  deliverer = createDeliverer(bed.services, bed.channel, { concurrency: 10 })
})
afterEach(async () => {
  await deliverer.stop()
  await receiver.close()
  await bed.close()
})

const findWebhook = async (id: string) =>
  (await bed.owner.select().from(webhooks).where(eq(webhooks.id, id)))[0]!
const findDelivery = async (id: string) =>
  (await bed.owner.select().from(deliveries).where(eq(deliveries.id, id)))[0]!

const areWaiting = async (count: number): Promise<boolean> => {
  const { rows } = await bed.owner.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length === count
}

test('the alias channel makes the first attempt at once, with the millisecond time-stamps of its contract', async () => {
  const { secret } = await bed.registerWebhook(receiver.url)
  await bed.publish()
  expect(await deliverer.step()).toBe(1)
  const { headers, body } = receiver.requests[0]!
  const now = bed.time.clock.now()
  expect(JSON.parse(body.toString())).toMatchObject({ event: 'address.deleted', timestamp: now })
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-timestamp': String(now),
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  })
  expect(headers).not.toHaveProperty('x-service-event')
})

test('the alias channel disables a webhook after the fifth failure, says why, and cancels its pending deliveries', async () => {
  receiver.answer(500)
  const { id } = await bed.registerWebhook(receiver.url)
  const [first] = await bed.publish()
  await deliverer.step()
  for (const delayMs of laterDelaysMs.slice(0, -1)) {
    await bed.time.clock.setTime(bed.time.clock.now() + delayMs)
    await deliverer.step()
  }
  expect(await findWebhook(id)).toMatchObject({ isActive: true, failureCount: 4 })
  await bed.time.clock.setTime(bed.time.clock.now() + 7_199_999)
  const [second] = await bed.publish()
  await bed.time.clock.setTime(bed.time.clock.now() + 1)
  await deliverer.step()

  expect(await findWebhook(id)).toMatchObject({
    isActive: false,
    disabledAt: new Date(bed.time.clock.now()),
    disabledReason: 'A delivery failed 5 times, the last time with status 500',
  })
  expect(await findDelivery(first!)).toMatchObject({ status: 'failed' })
  expect(await findDelivery(second!)).toMatchObject({ status: 'cancelled' })
})

test('disabling a webhook also cancels a delivery that is being settled at the same time', async () => {
  receiver.answer(500)
  const { id } = await bed.registerWebhook(receiver.url)
  const [first] = await bed.publish()
  await deliverer.step()
  for (const delayMs of laterDelaysMs) {
    await bed.time.clock.setTime(bed.time.clock.now() + delayMs)
    if (delayMs !== laterDelaysMs.at(-1)) await deliverer.step()
  }
  const other = createDeliverer(bed.services, bed.channel, { concurrency: 10 })
  const { second, steps } = await bed.owner.transaction(async (tx) => {
    // Both settlements have written their deliveries and wait for the webhook's row, as under contention.
    await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update')
    const giving = deliverer.step()
    await waitFor('the last failure to be settled', () => areWaiting(1))
    const published = await bed.publish()
    const failing = other.step()
    await waitFor('the other one to be settled', () => areWaiting(2))
    return { second: published[0]!, steps: [giving, failing] }
  })
  expect(await Promise.all(steps)).toEqual([1, 1])

  expect(await findWebhook(id)).toMatchObject({ isActive: false })
  expect(await findDelivery(first!)).toMatchObject({ status: 'failed' })
  expect(await findDelivery(second)).toMatchObject({ status: 'cancelled', nextAttemptAt: null })
})

test('for seven days after a webhook is disabled, its events are recorded as cancelled and not sent', async () => {
  const { id } = await bed.registerWebhook(receiver.url)
  const disabledAt = new Date(bed.time.clock.now())
  await bed.owner.update(webhooks).set({ isActive: false, disabledAt }).where(eq(webhooks.id, id))
  expect(await bed.publish()).toEqual([])
  const [recorded] = await bed.owner.select().from(deliveries).orderBy(desc(deliveries.id))
  expect(recorded).toMatchObject({ webhookId: id, status: 'cancelled' })
  expect(await deliverer.step()).toBe(0)

  await bed.time.clock.setTime(bed.time.clock.now() + 7 * 24 * 3_600_000)
  await bed.publish()
  expect(await bed.owner.select().from(deliveries)).toHaveLength(1)
})

test('a webhook stays enabled when another delivery succeeded since the failing delivery began', async () => {
  receiver.answer(500)
  const { id } = await bed.registerWebhook(receiver.url)
  await bed.publish()
  await deliverer.step()
  await bed.time.clock.setTime(bed.time.clock.now() + 1000)
  receiver.answer(200)
  await bed.publish()
  await deliverer.step()
  receiver.answer(500)
  for (const delayMs of laterDelaysMs) {
    await bed.time.clock.setTime(bed.time.clock.now() + delayMs)
    await deliverer.step()
  }
  expect(await findWebhook(id)).toMatchObject({ isActive: true, disabledAt: null, failureCount: 4 })
})
