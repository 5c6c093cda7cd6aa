import { and, count, eq, sql } from 'drizzle-orm'
import { startWebhookReceiver, waitFor, type WebhookReceiver } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliveries, openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

let bed: TestChannel
let hanging: WebhookReceiver
let quick: WebhookReceiver
let deliverer: Deliverer
let release: (() => void)[]

beforeEach(async () => {
  bed = await openTestChannel({ clock: 'real' })
  hanging = await startWebhookReceiver()
  quick = await startWebhookReceiver()
  release = []
  hanging.answer((response) => release.push(() => response.writeHead(200).end()))
  deliverer = createDeliverer(bed.services, bed.channel, { concurrency: 40 })
})
afterEach(async () => {
  hanging.answer(200)
  for (const answer of release) answer()
  await deliverer.stop()
  await Promise.all([hanging.close(), quick.close()])
  await bed.close()
})

const publishMany = async (ownerId: string, times: number) => {
  for (let index = 0; index < times; index += 1) await bed.publish(ownerId)
}

test('a receiver that hangs uses only its own places, and deliveries queued behind it are sent at once', async () => {
  await bed.registerWebhook(hanging.url, { ownerId: 'slow' })
  await bed.registerWebhook(quick.url, { ownerId: 'fast' })
  await publishMany('slow', 120)
  await publishMany('fast', 30)

  deliverer.start()
  await quick.waitForRequests(30)
  // Half of all places: the maximum of one owner.
  await hanging.waitForRequests(20)
  expect(hanging.requests).toHaveLength(20)
  expect(deliverer.inFlight()).toBeLessThanOrEqual(20 + 30)
})

test('parked deliveries are sent as their receiver responds, each once', async () => {
  const { id } = await bed.registerWebhook(hanging.url, { ownerId: 'slow' })
  await publishMany('slow', 120)
  deliverer.start()
  await hanging.waitForRequests(20)
  const parked = async () => {
    const [row] = await bed.owner
      .select({ count: count() })
      .from(deliveries)
      .where(and(eq(deliveries.webhookId, id), deliveries.isParked))
    return row!.count
  }
  await waitFor('the rest to be put aside', async () => (await parked()) === 100)
  // It is far behind: these are put aside at once.
  await publishMany('slow', 10)
  expect(await parked()).toBe(110)

  hanging.answer(200)
  for (const answer of release.splice(0)) answer()
  const requests = await hanging.waitForRequests(130)
  expect(new Set(requests.map(({ headers }) => headers['x-service-delivery'])).size).toBe(130)
  await waitFor('all to be settled', async () => {
    const rows = await bed.owner.select().from(deliveries).where(eq(deliveries.status, 'delivered'))
    return rows.length === 130
  })
  expect(hanging.requests).toHaveLength(130)
})

test('deliveries that another dispatcher parked before it died are found and sent', async () => {
  await bed.registerWebhook(quick.url, { ownerId: 'fast' })
  const [deliveryId] = await bed.publish('fast')
  // A parked delivery has no job.
  await bed.owner.update(deliveries).set({ isParked: true }).where(eq(deliveries.id, deliveryId!))
  await bed.owner.execute(sql`delete from automation_outbox.job`)
  deliverer.start()
  await quick.waitForRequests(1)
  expect(quick.requests[0]!.headers['x-service-delivery']).toBe(deliveryId)
})
