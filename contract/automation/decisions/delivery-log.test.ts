import { randomUUID } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import type { Hook } from '../../outside-world.ts'
import type { CreatedWebhook, Delivery } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decisions 7 and 8.
let service: ServiceUnderTest
let person: Client

beforeAll(async () => {
  service = await startService(['dispatcher'])
  person = service.person
})
afterAll(() => service.close())

const list = async (webhookId: string, query = '') =>
  (await person.get<Delivery[]>(`/webhooks/${webhookId}/deliveries${query}`)).body
const send = (webhookId: string) => person.post(`/webhooks/${webhookId}/test`)
const delivered = (webhookId: string, count: number) =>
  waitFor(`${count} deliveries`, async () => {
    const found = await list(webhookId, '?status=delivered')
    return found.length === count && found
  })

/** A webhook with failed deliveries. */
async function missed(count: number): Promise<{ hook: Hook; webhook: CreatedWebhook }> {
  const hook = service.world.hook()
  hook.answer(500)
  const webhook = await service.webhook(['job.failed'], hook.url)
  for (let sent = 0; sent < count; sent++) await send(webhook._id)
  return { hook, webhook }
}

describe('GET /webhooks/:id/deliveries', () => {
  test('returns each delivery with its body, the headers sent, and its attempts', async () => {
    const { webhook, hook } = await missed(1)
    const [delivery] = await list(webhook._id)
    const [request] = hook.requests
    expect(delivery).toMatchObject({
      id: request!.headers['x-service-delivery'],
      event: 'webhook.test',
      status: 'failed',
      body: request!.body.toString(),
      attempts: [
        {
          number: 1,
          startedAt: expect.any(String),
          durationMs: expect.any(Number),
          status: 500,
          error: null,
          responseBody: '',
          requestHeaders: { 'x-service-signature': request!.headers['x-service-signature'] },
        },
      ],
    })
  })
  test('returns the newest first', async () => {
    const { webhook, hook } = await missed(3)
    const ids = hook.requests.map(({ headers }) => headers['x-service-delivery'])
    expect((await list(webhook._id)).map(({ id }) => id)).toEqual(ids.toReversed())
  })
  test('filters by status and event', async () => {
    const { webhook, hook } = await missed(1)
    hook.answer(200)
    await send(webhook._id)
    expect(await list(webhook._id, '?status=failed')).toMatchObject([{ status: 'failed' }])
    expect(await list(webhook._id, '?status=delivered')).toMatchObject([{ status: 'delivered' }])
    expect(await list(webhook._id, '?event=webhook.test')).toHaveLength(2)
    expect(await list(webhook._id, '?event=job.failed')).toEqual([])
  })
})

describe('POST /webhooks/:id/deliveries/:deliveryId/redeliver', () => {
  test('answers 202 and sends the delivery again at once under the same id', async () => {
    const { webhook, hook } = await missed(1)
    hook.answer(200)
    const [delivery] = await list(webhook._id)
    const url = `/webhooks/${webhook._id}/deliveries/${delivery!.id}/redeliver`
    expect(await person.post(url)).toMatchObject({
      status: 202,
      body: { id: delivery!.id, status: 'pending' },
    })
    const [again] = await delivered(webhook._id, 1)
    expect(again!.attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 200],
    ])
    const [first, second] = hook.requests
    expect(second!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery'])
    expect(second!.body.equals(first!.body)).toBe(true)
  })
  test('answers 404 for an unknown delivery', async () => {
    const { webhook } = await missed(0)
    expect(await person.post(`/webhooks/${webhook._id}/deliveries/${randomUUID()}/redeliver`)).toMatchObject({
      status: 404,
      body: { statusCode: 404, message: 'Delivery not found or unauthorized', error: 'Not Found' },
    })
  })
})

describe('POST /webhooks/:id/recover', () => {
  test('answers 202 and sends each delivery missed since then once', async () => {
    const { webhook, hook } = await missed(3)
    hook.answer(200)
    const since = webhook.createdAt
    const first = await person.post(`/webhooks/${webhook._id}/recover`, { since })
    expect({ status: first.status, body: first.body }).toEqual({ status: 202, body: { recovered: 3 } })
    const again = await person.post(`/webhooks/${webhook._id}/recover`, { since })
    expect(again.body).toEqual({ recovered: 0 })
    await delivered(webhook._id, 3)
    expect(hook.requests).toHaveLength(6)
  })
  test('does not send what was missed before then', async () => {
    const { webhook } = await missed(1)
    const since = '2099-01-01T00:00:00Z'
    expect((await person.post(`/webhooks/${webhook._id}/recover`, { since })).body).toEqual({ recovered: 0 })
  })
  test('requires since as an ISO 8601 timestamp', async () => {
    const { webhook } = await missed(0)
    for (const given of [{}, { since: 'yesterday' }, { since: 5 }]) {
      const { status, body } = await person.post(`/webhooks/${webhook._id}/recover`, given)
      expect(status).toBe(400)
      expect(body).toMatchObject([{ property: 'since' }])
    }
  })
})
