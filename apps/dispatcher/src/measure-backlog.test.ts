import { sql } from 'drizzle-orm'
import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { deferredQueue } from '@waypost/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDeliveries } from './deliveries/claim-deliveries.ts'
import { createDeliverer } from './deliveries/deliverer.ts'
import { createHosts } from './deliveries/hosts.ts'
import { measureBacklog } from './measure-backlog.ts'
import { openTestChannel, type TestChannel } from './test-channel.ts'

let bed: TestChannel
let receiver: WebhookReceiver

beforeEach(async () => {
  bed = await openTestChannel()
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await receiver.close()
  await bed.close()
})

const measure = async () => {
  const { pending, oldestSeconds, starvedSeconds } = await measureBacklog(bed.channel)
  return [pending, Math.floor(oldestSeconds), Math.floor(starvedSeconds)]
}
const claimOne = () =>
  claimDeliveries(
    bed.channel,
    bed.services.clock,
    { [deferredQueue.name]: 1 },
    { receivers: { admit: () => true, full: () => [] }, keyring: bed.services.keyring },
  )
/** Publishes a delivery of an owner that is due now, and lets time pass. */
const publish = async (ownerId: string, thenMs: number) => {
  await bed.registerWebhook(receiver.url, { ownerId })
  await bed.publish(ownerId)
  await bed.time.clock.tick(5000)
  await bed.time.clock.tick(thenMs)
}

test('nothing waits where no delivery is due', async () => {
  await bed.registerWebhook(receiver.url, { ownerId: 'ada' })
  await bed.publish('ada')
  expect(await measure()).toEqual([0, 0, 0])
})

test('an account of which no delivery is in progress starves, from when its oldest was due', async () => {
  await publish('ada', 20_000)
  await publish('bob', 30_000)
  expect(await measure()).toEqual([2, 55, 55])
  await claimOne()
  expect(await measure()).toEqual([2, 55, 30])
})

test('an account of which a delivery is in progress does not starve', async () => {
  await bed.registerWebhook(receiver.url, { ownerId: 'ada' })
  await publish('ada', 20_000)
  await claimOne()
  expect(await measure()).toEqual([2, 20, 0])
})

test('deliveries that wait for their receiver are pending, but neither overdue nor starved', async () => {
  receiver.answer(() => {})
  for (let count = 0; count < 3; count += 1) await publish('ada', 0)
  const deliverer = createDeliverer(bed.services, bed.channel, {
    concurrency: 40,
    hosts: createHosts(bed.services.clock, { perMinute: 1 }),
  })
  deliverer.start()
  await receiver.waitForRequests(1)
  await expect
    .poll(async () => {
      const { rows } = await bed.owner.execute(sql`select from automation.deliveries where is_parked`)
      return rows.length
    })
    .toBe(5)
  await receiver.close()
  receiver = await startWebhookReceiver()
  await deliverer.stop()
  await bed.time.clock.tick(50_000)
  const [pending, oldest, starved] = await measure()
  expect(pending).toBe(6)
  expect([oldest, starved]).toEqual([20, 20])
})
