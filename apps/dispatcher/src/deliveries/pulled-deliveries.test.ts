import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { feedQuery, pullEvents } from '@waypost/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

let bed: TestChannel
let receiver: WebhookReceiver
let deliverer: Deliverer

beforeEach(async () => {
  bed = await openTestChannel()
  receiver = await startWebhookReceiver()
  deliverer = createDeliverer(bed.services, bed.channel, { concurrency: 10 })
})
afterEach(async () => {
  await deliverer.stop()
  await receiver.close()
  await bed.close()
})

test('what was pulled and acknowledged is not pushed, and what was not is', async () => {
  const { id } = await bed.registerWebhook(receiver.url)
  const services = {
    db: bed.owner,
    outbox: { channel: bed.channel.channel, clock: bed.services.clock },
  }
  const pull = (query: object) =>
    pullEvents(services, { ownerId: 'ada' }, id, feedQuery.parse(query), new AbortController().signal)
  await pull({})
  await bed.publish()
  const [second] = await bed.publish()
  await expect.poll(async () => (await pull({})).length, { timeout: 60_000 }).toBe(2)
  const [first] = await pull({})
  await pull({ after: first!.position })
  await bed.time.clock.tick(5000)
  await deliverer.step()
  const sent = await receiver.waitForRequests(1)
  expect(sent.map(({ headers }) => headers['x-service-delivery'])).toEqual([second])
  await bed.time.clock.setTime(bed.time.clock.now() + 24 * 3_600_000)
  expect(await deliverer.step()).toBe(0)
})
