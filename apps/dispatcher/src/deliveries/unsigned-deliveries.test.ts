import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { createKeyring } from '@waypost/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliveries, deliveryAttempts, openTestChannel, webhooks, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

const otherKeys = createKeyring(`test:${Buffer.alloc(32, 1).toString('base64')}`)

let bed: TestChannel
let receiver: WebhookReceiver
let unopened = 0
const opened: Deliverer[] = []

beforeEach(async () => {
  bed = await openTestChannel()
  receiver = await startWebhookReceiver()
  unopened = 0
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((deliverer) => deliverer.stop()))
  await receiver.close()
  await bed.close()
})

const onUnopened = (count: number) => (unopened += count)
const open = (keyring = bed.services.keyring) => {
  const deliverer = createDeliverer({ ...bed.services, keyring }, bed.channel, {
    concurrency: 10,
    onUnopened,
  })
  opened.push(deliverer)
  return deliverer
}

test('deliveries that a dispatcher with other keys cannot sign cost no attempt, and one with the keys makes them', async () => {
  await bed.registerWebhook(receiver.url)
  for (let count = 0; count < 3; count += 1) await bed.publish()
  await bed.time.clock.tick(5_000)
  expect(await open(otherKeys).step()).toBe(0)
  expect(unopened).toBe(3)
  expect(await bed.owner.select().from(deliveryAttempts)).toEqual([])
  expect(await bed.owner.select().from(webhooks)).toMatchObject([{ failureCount: 0, lastStatus: null }])
  expect(await bed.owner.select().from(deliveries)).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 'pending', isParked: true, failedAttempts: 0 })),
  )

  const right = open()
  right.start()
  await expect.poll(() => receiver.requests.length).toBe(3)
})
