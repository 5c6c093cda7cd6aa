import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createWebhookClient, given, type Method } from './test-webhooks.ts'
import type { Webhook } from './webhook.ts'

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

const { send, create, publish, list, open } = createWebhookClient(() => ({ service, key }))
const owner = () => service.database.connectAsOwner().db

describe('GET /api/v1/webhooks', () => {
  test('lists webhooks without their secrets, newest first', async () => {
    const first = await create()
    const second = await create({ url: 'https://example.com/other' })
    expect(await list()).toEqual([
      {
        id: second.id,
        url: 'https://example.com/other',
        events: given.events,
        isActive: true,
        failureCount: 0,
        lastTriggeredAt: null,
        lastStatus: null,
        disabledAt: null,
        disabledReason: null,
        createdAt: expect.any(String),
      },
      expect.objectContaining({ id: first.id }),
    ])
  })

  test('lists why a webhook was disabled', async () => {
    const { id } = await create()
    await owner().execute(sql`
      update alias.webhooks set is_active = false, disabled_at = now(), disabled_reason = 'A delivery failed 5 times',
        failure_count = 5, last_status = '503', last_triggered_at = now()
    `)
    expect(await list()).toMatchObject([
      {
        id,
        isActive: false,
        failureCount: 5,
        lastStatus: 503,
        disabledAt: expect.any(String),
        disabledReason: 'A delivery failed 5 times',
      },
    ])
  })

  test('listing webhooks accepts limit and offset, and links to the next page', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) ids.unshift((await create()).id)
    const response = await send('GET', '/webhooks?limit=2')
    expect(response.json<{ data: Webhook[] }>().data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(response.headers['link']).toBe('</api/v1/webhooks?limit=2&offset=2>; rel="next"')
    const last = await send('GET', '/webhooks?limit=2&offset=2')
    expect(last.json()).toMatchObject({ data: [{ id: ids[2] }] })
    expect(last.headers).not.toHaveProperty('link')
  })
})

describe('GET /api/v1/webhooks/:id', () => {
  test('shows a webhook as the list does, without its secret', async () => {
    const { id } = await create()
    const [listed] = await list()
    expect((await send('GET', `/webhooks/${id}`)).json()).toEqual({ data: listed })
  })

  test('answers 404 for an unknown webhook and one of another account', async () => {
    const { id } = await create()
    for (const response of [
      await send('GET', '/webhooks/none'),
      await send('GET', `/webhooks/${id}`, undefined, await service.key('mallory')),
    ]) {
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ error: 'Webhook not found' })
    }
  })
})

describe('PATCH /api/v1/webhooks/:id', () => {
  test.each<Partial<Webhook>>([
    { url: 'https://example.com/new' },
    { events: ['email.deleted'] },
    { isActive: false },
  ])('updates a webhook with %j', async (change) => {
    const { id } = await create()
    const [before] = await list()
    const response = await send('PATCH', `/webhooks/${id}`, change)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ data: { ...before, ...change } })
  })

  test('replaces a webhook’s secret without showing it', async () => {
    const { id } = await create()
    const response = await send('PATCH', `/webhooks/${id}`, { secret: 'another one' })
    expect(response.body).not.toContain('another one')
    expect(await open(id)).toBe('another one')
  })

  test('enables a disabled webhook again', async () => {
    const { id } = await create()
    await owner().execute(
      sql`update alias.webhooks set is_active = false, disabled_at = now(), disabled_reason = 'x'`,
    )
    expect((await send('PATCH', `/webhooks/${id}`, { isActive: true })).json()).toMatchObject({
      data: { isActive: true, disabledAt: null, disabledReason: null },
    })
  })

  test('deactivating a webhook cancels its pending deliveries', async () => {
    const { id } = await create()
    await publish()
    await send('PATCH', `/webhooks/${id}`, { isActive: false })
    const { rows } = await owner().execute(sql`select status from alias.deliveries`)
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  test.each([{ url: 'http://127.0.0.1:22/' }, { events: [] }, { failureCount: 0 }, { isActive: 'yes' }])(
    'updating a webhook refuses %j',
    async (change) => {
      const { id } = await create()
      expect((await send('PATCH', `/webhooks/${id}`, change)).statusCode).toBe(400)
    },
  )
})

test('DELETE /api/v1/webhooks/:id deletes a webhook and cancels its pending deliveries', async () => {
  const { id } = await create()
  await publish()
  const response = await send('DELETE', `/webhooks/${id}`)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ message: 'Webhook deleted' })
  expect(await list()).toEqual([])
  const { rows } = await owner().execute(sql`select status from alias.deliveries`)
  expect(rows).toEqual([{ status: 'cancelled' }])
  const again = await send('DELETE', `/webhooks/${id}`)
  expect(again.statusCode).toBe(404)
  expect(again.json()).toEqual({ error: 'Webhook not found' })
})

describe('another owner', () => {
  const routes: [Method, string, object?][] = [
    ['PATCH', '', { isActive: false }],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ['POST', '/recover', { since: '2026-01-01T00:00:00Z' }],
    ['POST', `/deliveries/${newId()}/redeliver`],
  ]

  test.each([
    ['another account', () => service.key('mallory')],
    ['a test key of the same account', () => service.key('ada', { mode: 'test' })],
  ])('%s: finds no webhook of another owner', async (_who, find) => {
    const { id } = await create()
    const otherOwner = await find()
    expect(await list('', otherOwner)).toEqual([])
    for (const [method, path, payload] of routes) {
      for (const webhookId of [id, newId(), 'none']) {
        const response = await send(method, `/webhooks/${webhookId}${path}`, payload, otherOwner)
        expect(response.statusCode).toBe(404)
        expect(response.json()).toEqual({ error: 'Webhook not found' })
      }
    }
    expect(await list()).toMatchObject([{ id, isActive: true }])
  })

  test('events of live data are not sent to test-mode webhooks', async () => {
    await create({}, await service.key('ada', { mode: 'test' }))
    expect(await publish()).toEqual([])
    expect(await publish('test:ada')).toHaveLength(1)
  })
})
