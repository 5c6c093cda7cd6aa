import { eq } from 'drizzle-orm'
import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { insertWebhook, verifyBody, webhookTables, type WebhookHeaders } from '@waypost/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

const { deliveryAttempts, webhooks } = webhookTables('alias')

let bed: TestChannel
let receiver: WebhookReceiver
let deliverer: Deliverer

beforeEach(async () => {
  bed = await openTestChannel({ service: 'alias' })
  receiver = await startWebhookReceiver()
  deliverer = createDeliverer(bed.services, bed.channel, { concurrency: 16 })
})
afterEach(async () => {
  await receiver.close()
  await bed.close()
})

const register = async (headers?: WebhookHeaders) => {
  const { clock, keyring } = bed.services
  const given = { ownerId: 'ada', url: receiver.url, events: ['address.deleted'], headers }
  const createdAt = new Date(clock.now())
  return insertWebhook(bed.owner, bed.channel.channel, keyring, { ...given, createdAt })
}
const own = { authorization: 'Bearer e5f1c7a0', 'x-tenant': 'tenant-42' }

test('each attempt is sent with the headers of its webhook, and the log has their names only', async () => {
  receiver.answer(500)
  const { secret } = await register(own)
  await bed.publish()
  await deliverer.step()
  await bed.time.clock.setTime(bed.time.clock.now() + 60_000)
  await deliverer.step()

  expect(receiver.requests).toHaveLength(2)
  for (const { headers, body } of receiver.requests) {
    expect(headers).toMatchObject(own)
    expect(verifyBody(body, headers['x-service-signature'] as string, secret)).toBe(true)
  }
  const attempts = await bed.owner.select().from(deliveryAttempts)
  expect(attempts.map(({ requestHeaders }) => requestHeaders)).toMatchObject([
    { authorization: '[redacted]', 'x-tenant': '[redacted]' },
    { authorization: '[redacted]', 'x-tenant': '[redacted]' },
  ])
  expect(JSON.stringify(attempts)).not.toMatch(/e5f1c7a0|tenant-42/)
})

test('a webhook without headers of its own sends the headers that it always sent', async () => {
  await register()
  await bed.publish()
  await deliverer.step()
  expect(Object.keys(receiver.requests[0]!.headers).toSorted()).toEqual([
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
    'webhook-id',
    'webhook-signature',
    'webhook-timestamp',
    'x-service-delivery',
    'x-service-signature',
    'x-service-timestamp',
  ])
})

test('a delivery whose headers do not open waits without an attempt', async () => {
  const { row } = await register(own)
  await bed.owner.update(webhooks).set({ sealedHeaders: 'v1.other.AAAA' }).where(eq(webhooks.id, row.id))
  await bed.publish()
  await deliverer.step()
  expect(receiver.requests).toEqual([])
  expect(await bed.owner.select().from(deliveryAttempts)).toEqual([])
})
