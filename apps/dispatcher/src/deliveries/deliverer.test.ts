import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliveries, deliveryAttempts, openTestChannel, webhooks, type TestChannel } from '../test-channel.ts'
import { claimDeliveries, splitLimit } from './claim-deliveries.ts'
import { recoverExpiredLeases } from './expired-leases.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'
import { settleAttempts } from './settle-attempts.ts'

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

const findWebhook = async (id: string) => {
  const [row] = await bed.owner.select().from(webhooks).where(eq(webhooks.id, id))
  return row!
}
const findDelivery = async (id: string) => {
  const [row] = await bed.owner.select().from(deliveries).where(eq(deliveries.id, id))
  return row!
}
const findAttempts = (id: string) =>
  bed.owner
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, id))
    .orderBy(deliveryAttempts.number)

test('each attempt is made exactly after its own delay, and the delivery fails after the fifth failure', async () => {
  receiver.answer(500)
  const webhook = await bed.registerWebhook(receiver.url)
  const [deliveryId] = await bed.publish()

  for (const [index, delayMs] of [5_000, 30_000, 120_000, 600_000, 1_800_000].entries()) {
    await bed.time.clock.tick(delayMs - 1)
    expect(await deliverer.step()).toBe(0)
    await bed.time.clock.tick(1)
    expect(await deliverer.step()).toBe(1)
    expect(receiver.requests).toHaveLength(index + 1)
    expect(await findWebhook(webhook.id)).toMatchObject({ failureCount: index + 1, lastStatus: '500' })
  }

  expect(await findDelivery(deliveryId!)).toMatchObject({
    status: 'failed',
    failedAttempts: 5,
    nextAttemptAt: null,
  })
  await bed.time.clock.setTime(bed.time.clock.now() + 24 * 3_600_000)
  expect(await deliverer.step()).toBe(0)
  expect(receiver.requests).toHaveLength(5)
})

test('every attempt sends the same bytes under the same delivery id', async () => {
  receiver.answer(503, 503, 200)
  await bed.registerWebhook(receiver.url)
  const [deliveryId] = await bed.publish()
  for (const delayMs of [5_000, 30_000, 120_000]) {
    await bed.time.clock.tick(delayMs)
    await deliverer.step()
  }

  expect(receiver.requests.map(({ headers }) => headers['x-service-delivery'])).toEqual([
    deliveryId,
    deliveryId,
    deliveryId,
  ])
  expect(new Set(receiver.requests.map(({ body }) => body.toString('hex'))).size).toBe(1)
  expect(await findDelivery(deliveryId!)).toMatchObject({
    status: 'delivered',
    failedAttempts: 2,
  })
})

test('a webhook counts its failures since the last success, and shows the time and outcome of its last attempt', async () => {
  receiver.answer(500, 204)
  const { id } = await bed.registerWebhook(receiver.url)
  await bed.publish()
  await bed.time.clock.tick(5_000)
  await deliverer.step()
  expect(await findWebhook(id)).toMatchObject({ failureCount: 1, lastStatus: '500' })
  await bed.time.clock.tick(30_000)
  await deliverer.step()
  expect(await findWebhook(id)).toMatchObject({
    failureCount: 0,
    lastStatus: '204',
    lastTriggeredAt: new Date(bed.time.clock.now()),
  })
})

test.each([
  ['a redirect, which is not followed', 302],
  ['a client error', 404],
  ['a server error', 502],
])('%s counts as a failure', async (_what, status) => {
  receiver.answer((response) => response.writeHead(status, { location: receiver.url }).end())
  await bed.registerWebhook(receiver.url)
  const [deliveryId] = await bed.publish()
  await bed.time.clock.tick(5_000)
  await deliverer.step()
  expect(receiver.requests).toHaveLength(1)
  expect(await findDelivery(deliveryId!)).toMatchObject({ status: 'pending', failedAttempts: 1 })
})

test('the error of an attempt without a response names the cause', async () => {
  const gone = await startWebhookReceiver()
  await gone.close()
  const { id } = await bed.registerWebhook(gone.url)
  const blocked = await bed.registerWebhook('http://10.0.0.1/')
  await bed.publish()
  await bed.time.clock.tick(5_000)
  await deliverer.step()
  expect(await findWebhook(id)).toMatchObject({ failureCount: 1, lastStatus: 'connection_refused' })
  expect(await findWebhook(blocked.id)).toMatchObject({ failureCount: 1, lastStatus: 'blocked_address' })
})

test('a receiver that asks for more time with Retry-After gets it', async () => {
  receiver.answer((response) => response.writeHead(429, { 'retry-after': '600' }).end(), 200)
  await bed.registerWebhook(receiver.url)
  const [deliveryId] = await bed.publish()
  await bed.time.clock.tick(5_000)
  expect(await deliverer.step()).toBe(1)
  await bed.time.clock.tick(599_999)
  expect(await deliverer.step()).toBe(0)
  await bed.time.clock.tick(1)
  expect(await deliverer.step()).toBe(1)
  expect(await findDelivery(deliveryId!)).toMatchObject({ status: 'delivered', failedAttempts: 1 })
})

test("an attempt has the contract's headers and a signature over the raw bytes that Node's crypto verifies", async () => {
  const { secret } = await bed.registerWebhook(receiver.url)
  await bed.publish()
  await bed.time.clock.tick(5_000)
  await deliverer.step()
  const { headers, body } = receiver.requests[0]!
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-Webhook/1.0',
    'x-service-event': 'execution.started',
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  })
  expect(JSON.parse(body.toString())).toMatchObject({
    event: 'execution.started',
    data: { status: 'running' },
  })
})

test('the standardwebhooks package verifies an attempt over the raw bytes', async () => {
  // The package knows only the real time.
  await bed.time.clock.setTime(Date.now() - 5_000)
  const { secret } = await bed.registerWebhook(receiver.url)
  await bed.publish()
  await bed.time.clock.tick(5_000)
  await deliverer.step()
  const { headers, body } = receiver.requests[0]!
  const verified = new Webhook(secret).verify(body.toString(), headers as Record<string, string>)
  expect(verified).toMatchObject({ event: 'execution.started' })
  expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow(
    'No matching signature',
  )
})

test('an owner’s own secret that is not a Standard Webhooks key signs without the Standard Webhooks headers', async () => {
  const { secret } = await bed.registerWebhook(receiver.url, { secret: 'correct horse battery' })
  await bed.publish()
  await bed.time.clock.tick(5_000)
  await deliverer.step()
  const { headers, body } = receiver.requests[0]!
  expect(headers['x-service-signature']).toBe(
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  )
  expect(headers).not.toHaveProperty('webhook-signature')
})

test('deactivating a webhook cancels its pending deliveries', async () => {
  const { id } = await bed.registerWebhook(receiver.url)
  const [deliveryId] = await bed.publish()
  await bed.owner.update(webhooks).set({ isActive: false }).where(eq(webhooks.id, id))
  await bed.time.clock.tick(5_000)
  expect(await deliverer.step()).toBe(0)
  expect(receiver.requests).toHaveLength(0)
  expect(await findDelivery(deliveryId!)).toMatchObject({ status: 'cancelled' })
})

test('every attempt is logged with its request and its response', async () => {
  receiver.answer((response) => response.writeHead(500).end('x'.repeat(5000)))
  await bed.registerWebhook(receiver.url)
  const [deliveryId] = await bed.publish()
  await bed.time.clock.tick(5_000)
  await deliverer.step()
  const [attempt] = await findAttempts(deliveryId!)
  expect(attempt).toMatchObject({
    number: 1,
    status: 500,
    error: null,
    startedAt: new Date(bed.time.clock.now()),
  })
  expect(attempt!.responseBody).toBe('x'.repeat(1024))
  const { headers } = receiver.requests[0]!
  expect(attempt!.requestHeaders).toEqual({
    'x-service-signature': headers['x-service-signature'],
    'webhook-signature': headers['webhook-signature'],
  })
})

test('a delivery whose dispatcher died is taken over by another one, which alone decides its next step', async () => {
  await bed.registerWebhook(receiver.url)
  const [deliveryId] = await bed.publish()
  await bed.time.clock.tick(5_000)
  // Claimed and sent, but not settled.
  const { claims } = await claimDeliveries(bed.channel, bed.services.clock, splitLimit(10, true), {
    receivers: { admit: () => true, full: () => [] },
    keyring: bed.services.keyring,
  })
  const [lost] = claims
  expect(lost).toMatchObject({ deliveryId, number: 1 })

  await bed.time.clock.tick(21_000)
  await recoverExpiredLeases(bed.channel)
  expect(await deliverer.step()).toBe(1)
  expect(await findDelivery(deliveryId!)).toMatchObject({ status: 'delivered' })

  // The dispatcher that was believed dead reports a failure: it is logged, and changes nothing else.
  const outcome = { succeeded: false, status: 500, error: null, durationMs: 1, responseBody: '' }
  await settleAttempts(bed.channel, [
    { claim: lost!, outcome, requestHeaders: {}, endedAt: new Date(bed.time.clock.now()) },
  ])
  expect(await findDelivery(deliveryId!)).toMatchObject({ status: 'delivered', failedAttempts: 0 })
  expect(await findAttempts(deliveryId!)).toMatchObject([
    { number: 1, status: 500 },
    { number: 2, status: 200 },
  ])
  await bed.time.clock.setTime(bed.time.clock.now() + 3_600_000)
  expect(await deliverer.step()).toBe(0)
})
