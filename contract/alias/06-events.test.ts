import { createHmac } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import type { Hook } from '../outside-world.ts'
import { eventNames } from './event-names.ts'
import type { Alias, CreatedWebhook, Data, Delivery, Webhook } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client
let hook: Hook
let webhook: CreatedWebhook
let alias: Alias

// One alias is created and deleted; a webhook that subscribes to every event receives both events.
beforeAll(async () => {
  service = await startService(['dispatcher'])
  key = await service.key()
  hook = service.world.hook()
  webhook = await service.webhook(key, eventNames, hook.url)
  alias = await service.alias(key, { alias: 'Shop' })
  await key.delete(`/api/v1/addresses/${alias.id}`)
  await Promise.all(['address.created', 'address.deleted'].map(hook.received))
})
afterAll(() => service.close())

const received = async (event: string, at = hook) => {
  const { method, headers, body } = await at.received(event)
  return { method, headers, body, envelope: JSON.parse(body.toString()) as Record<string, unknown> }
}
const deliveriesOf = async (id: string) =>
  (await key.get<Data<Delivery[]>>(`/api/v1/webhooks/${id}/deliveries`)).body.data
const find = async (id: string) =>
  (await key.get<Data<Webhook[]>>('/api/v1/webhooks?limit=100')).body.data.find((each) => each.id === id)!
const makeEvent = async () => service.alias(key)

describe('Events', () => {
  test.each(eventNames)('a webhook can subscribe to %s', async (event) => {
    expect((await service.webhook(key, [event])).events).toEqual([event])
  })
  test('a webhook cannot subscribe to an unknown event', async () => {
    const given = { url: 'https://example.com/', events: ['address.sold'] }
    expect((await key.post('/api/v1/webhooks', given)).status).toBe(400)
  })
  test('a webhook receives only the events that it subscribes to', async () => {
    const other = service.world.hook()
    await service.webhook(key, ['address.deleted'], other.url)
    const { id } = await service.alias(key)
    await key.delete(`/api/v1/addresses/${id}`)
    await other.received('address.deleted')
    expect(other.requests).toHaveLength(1)
  })
  test('events of test data go only to webhooks of test mode', async () => {
    const testKey = await service.key({ mode: 'test' })
    const [live, testing] = [service.world.hook(), service.world.hook()]
    await service.webhook(key, ['address.created'], live.url)
    await service.webhook(testKey, ['address.created'], testing.url)
    const made = await service.alias(testKey)
    const { envelope } = await received('address.created', testing)
    expect(envelope['data']).toMatchObject({ addressId: made.id })
    expect(live.requests).toHaveLength(0)
  })
})

describe('Delivery', () => {
  test('an event is sent by POST as { event, timestamp, data }, the timestamp in epoch milliseconds', async () => {
    const { method, envelope } = await received('address.created')
    expect(method).toBe('POST')
    expect(envelope).toEqual({
      event: 'address.created',
      timestamp: expect.any(Number),
      data: expect.any(Object),
    })
    expect(Math.abs(Number(envelope['timestamp']) - Date.parse(alias.createdAt))).toBeLessThan(60_000)
  })
  test.each([
    ['Content-Type', /^application\/json$/],
    ['X-Service-Signature', /^sha256=[0-9a-f]{64}$/],
    ['X-Service-Timestamp', /^\d{13}$/],
    ['X-Service-Delivery', /^[0-9a-f-]{36}$/],
    ['User-Agent', /^Service-Webhook\/1\.0$/],
  ])('a delivery has the header %s: %s', async (name, value) => {
    const { headers } = await received('address.created')
    expect(headers[name.toLowerCase()]).toMatch(value)
  })
  test('no header of a delivery names the event', async () => {
    expect((await received('address.created')).headers).not.toHaveProperty('x-service-event')
  })
})

describe('Payloads', () => {
  test('address.created has the alias as it was created', async () => {
    const { id, address, expiresAt } = alias
    expect((await received('address.created')).envelope['data']).toEqual({
      addressId: id,
      address,
      alias: 'Shop',
      expiresAt,
    })
  })
  test('address.deleted has the alias and the time', async () => {
    expect((await received('address.deleted')).envelope['data']).toEqual({
      addressId: alias.id,
      address: alias.address,
      deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })
})

describe('Signature', () => {
  test('the signature is sha256= and the hex HMAC SHA-256 of the payload under the webhook’s secret', async () => {
    const { headers, body } = await received('address.created')
    const expected = createHmac('sha256', webhook.secret).update(body).digest('hex')
    expect(headers['x-service-signature']).toBe(`sha256=${expected}`)
  })
  test('a delivery also has a signature by Standard Webhooks', async () => {
    const { headers, body } = await received('address.created')
    const verifier = new StandardWebhook(webhook.secret)
    expect(verifier.verify(body, headers as Record<string, string>)).toMatchObject({
      event: 'address.created',
    })
  })
})

describe('Retries', () => {
  test('the first attempt is immediate', async () => {
    const [, first] = (await deliveriesOf(webhook.id)).toReversed()
    const startedAt = Date.parse(first!.attempts[0]!.startedAt)
    // Sooner than any other is made.
    expect(startedAt - Date.parse(first!.createdAt)).toBeLessThan(60_000)
  })
  test.each([302, 404, 500])(
    'an attempt that is answered with %i is failed and repeated after one minute',
    async (status) => {
      const failing = service.world.hook()
      failing.answer(status)
      const { id } = await service.webhook(key, ['address.created'], failing.url)
      await makeEvent()
      const delivery = await waitFor('the failure to be settled', async () => {
        const [found] = await deliveriesOf(id)
        return found?.failedAttempts === 1 && found
      })
      expect(delivery).toMatchObject({ status: 'pending', attempts: [{ number: 1, status }] })
      const pausedMs = Date.parse(delivery.nextAttemptAt!) - Date.parse(delivery.attempts[0]!.startedAt)
      expect(pausedMs).toBeGreaterThanOrEqual(60_000)
      // A fifth more at most, and the attempt itself.
      expect(pausedMs).toBeLessThan(115_000)
      await key.delete(`/api/v1/webhooks/${id}`)
    },
  )
  test.each([200, 201, 204])('an attempt that is answered with %i is delivered', async (status) => {
    const receiver = service.world.hook()
    receiver.answer(status)
    const { id } = await service.webhook(key, ['address.created'], receiver.url)
    await makeEvent()
    await waitFor('the delivery', async () => (await deliveriesOf(id))[0]?.status === 'delivered')
    await key.delete(`/api/v1/webhooks/${id}`)
  })

  test('a webhook is disabled with the reason after 5 failed attempts, and can be enabled and recover what it missed', async () => {
    // Attempts are made due only in a service that the suite started itself.
    const { local } = service
    if (!local) return
    const failing = service.world.hook()
    failing.answer(503)
    const { id, createdAt } = await service.webhook(key, ['address.created'], failing.url)
    const first = await makeEvent()
    const disabled = await waitFor('the webhook to be disabled', async () => {
      await local.hasten()
      const found = await find(id)
      return !found.isActive && found
    })
    expect(disabled).toMatchObject({
      isActive: false,
      failureCount: 5,
      lastStatus: 503,
      disabledAt: expect.any(String),
      disabledReason: 'A delivery failed 5 times, the last time with status 503',
    })
    const [delivery] = await deliveriesOf(id)
    expect(delivery!.attempts.map(({ number, status }) => [number, status])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [number, 503]),
    )
    expect(new Set(failing.requests.map(({ headers }) => headers['x-service-delivery']))).toEqual(
      new Set([delivery!.id]),
    )

    const missed = await makeEvent()
    expect(failing.requests).toHaveLength(5)
    failing.answer(200)
    expect((await key.patch(`/api/v1/webhooks/${id}`, { isActive: true })).body).toMatchObject({
      data: { isActive: true, disabledAt: null, disabledReason: null },
    })
    const recovered = await key.post(`/api/v1/webhooks/${id}/recover`, { since: createdAt })
    expect({ status: recovered.status, body: recovered.body }).toEqual({
      status: 202,
      body: { data: { recovered: 2 } },
    })
    await waitFor('both to be delivered', async () =>
      (await deliveriesOf(id)).every(({ status }) => status === 'delivered'),
    )
    const bodies = failing.requests.slice(5).map(({ body }) => body.toString())
    expect(bodies).toHaveLength(2)
    for (const made of [first, missed]) expect(bodies.join()).toContain(made.id)
  })
})
