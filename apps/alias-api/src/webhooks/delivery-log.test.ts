import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import type { LoggedDelivery } from '@waypost/webhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createWebhookClient } from './test-webhooks.ts'

let service: TestApp
let key: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.empty()
  key = await service.key('ada', { scopes: ['webhooks:manage'] })
})

const { send, create, publish } = createWebhookClient(() => ({ service, key }))
const owner = () => service.database.connectAsOwner().db

const deliveries = async (id: string, query = '') =>
  (await send('GET', `/webhooks/${id}/deliveries${query}`)).json<{ data: LoggedDelivery[] }>().data
const fail = () =>
  owner().execute(
    sql`update alias.deliveries set status = 'failed', ended_at = now(), next_attempt_at = null, failed_attempts = 5`,
  )

describe('the delivery log', () => {
  test('the delivery log lists pending deliveries with their exact body, newest first', async () => {
    const { id } = await create()
    const [[first], [second]] = [await publish(), await publish()]
    const found = await deliveries(id)
    expect(found.map((delivery) => delivery.id)).toEqual([second, first])
    expect(found[0]).toMatchObject({ event: 'address.expired', status: 'pending', attempts: [] })
    expect(JSON.parse(found[0]!.body)).toEqual({
      event: 'address.expired',
      timestamp: expect.any(Number),
      data: expect.objectContaining({ address: 'a@waypost.test' }),
    })
    expect(await deliveries(id, '?status=failed')).toEqual([])
    expect(await deliveries(id, '?event=address.expired&limit=1')).toHaveLength(1)
  })

  test('redelivers a delivery with the same id', async () => {
    const { id } = await create()
    const [deliveryId] = await publish()
    await fail()
    const response = await send('POST', `/webhooks/${id}/deliveries/${deliveryId}/redeliver`)
    expect(response.statusCode).toBe(202)
    expect(response.json()).toMatchObject({ data: { id: deliveryId, status: 'pending', failedAttempts: 0 } })
    const unknown = await send('POST', `/webhooks/${id}/deliveries/${newId()}/redeliver`)
    expect(unknown.statusCode).toBe(404)
    expect(unknown.json()).toEqual({ error: 'Delivery not found' })
  })

  test('recovers everything missed since a time, once', async () => {
    const { id } = await create()
    for (const _ of [1, 2, 3]) await publish()
    await fail()
    const since = new Date(Date.now() - 60_000).toISOString()
    const response = await send('POST', `/webhooks/${id}/recover`, { since })
    expect(response.statusCode).toBe(202)
    expect(response.json()).toEqual({ data: { recovered: 3 } })
    expect((await send('POST', `/webhooks/${id}/recover`, { since })).json()).toEqual({
      data: { recovered: 0 },
    })
  })

  test('resends nothing to a webhook that is not active', async () => {
    const { id } = await create()
    const [deliveryId] = await publish()
    await send('PATCH', `/webhooks/${id}`, { isActive: false })
    for (const [path, payload] of [
      [`deliveries/${deliveryId}/redeliver`, undefined],
      ['recover', { since: new Date().toISOString() }],
    ] as const) {
      const response = await send('POST', `/webhooks/${id}/${path}`, payload)
      expect(response.statusCode).toBe(409)
      expect(response.json()).toEqual({ error: 'Webhook is not active' })
    }
  })
})

describe('the health of a webhook', () => {
  test('is that of the last day and the last week, with what waits', async () => {
    const { id } = await create()
    await publish()
    const response = await send('GET', `/webhooks/${id}/health`)
    const { data } = response.json<{ data: { pending: object; last24Hours: object } }>()
    expect(data.pending).toEqual({ count: 1, oldestAt: expect.any(String) as unknown })
    expect(data.last24Hours).toMatchObject({ attempts: 0, successRate: null, p95Ms: null, errors: [] })
  })

  test('is shown to no other account, to no other mode and to no key without the scope', async () => {
    const { id } = await create()
    for (const other of [await service.key('mallory'), await service.key('ada', { mode: 'test' })]) {
      const response = await send('GET', `/webhooks/${id}/health`, undefined, other)
      expect([response.statusCode, response.json()]).toEqual([404, { error: 'Webhook not found' }])
    }
    const weak = await service.key('ada', { scopes: ['emails:read'] })
    expect((await send('GET', `/webhooks/${id}/health`, undefined, weak)).statusCode).toBe(403)
  })
})
