import { newId } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scope } from './api-keys/scopes.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let service: TestApp
let headers: Record<string, string>
const clock = new TestClock('2026-01-02T03:04:05.678Z')
const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
const newAutomation = { name: 'a', actions }
const newWebhook = { name: 'w', url: 'https://example.com', events: ['job.failed'] }

beforeAll(async () => {
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  const ownerId = newId()
  headers = { ...(await service.person(ownerId)), ...(await service.key(ownerId, ...scope.options)) }
})

const post = (url: string, payload: object | undefined, key?: string, as = headers) =>
  service.app.inject({
    method: 'POST',
    url,
    headers: { ...as, ...(key !== undefined && { 'idempotency-key': key }) },
    ...(payload && { payload }),
  })
const count = async (url: string) =>
  Number((await service.app.inject({ url, headers })).headers['x-total-count'])

describe('repeating a request with the same key', () => {
  test.each<[url: string, payload: object, made: number]>([
    ['/api/v1/automations', newAutomation, 1],
    ['/webhooks', newWebhook, 1],
    // One key exists already: that of these requests.
    ['/api-keys', { name: 'k', scopes: ['audit:read'] }, 2],
  ])(
    'creates one of %s, and returns the first response again, secrets included',
    async (url, payload, made) => {
      const first = await post(url, payload, 'once')
      const again = await post(url, payload, 'once')
      expect([first.statusCode, again.statusCode]).toEqual([201, 201])
      expect(again.json()).toStrictEqual(first.json())
      expect(first.headers['idempotency-replayed']).toBeUndefined()
      expect(again.headers['idempotency-replayed']).toBe('true')
      expect(await count(url)).toBe(made)
    },
  )

  test('starts one execution, even where a second would be refused', async () => {
    const { id } = (await post('/api/v1/automations', newAutomation)).json<{ id: string }>()
    const url = `/api/v1/automations/${id}/trigger`
    const [first, again] = [await post(url, undefined, 'go'), await post(url, undefined, 'go')]
    expect([first.statusCode, again.statusCode]).toEqual([202, 202])
    expect(again.json()).toStrictEqual(first.json())
    expect((await post(url, undefined)).statusCode).toBe(409)
  })

  test('concurrently creates one, and all get its response', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post('/api/v1/automations', newAutomation, 'race')),
    )
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers['idempotency-replayed'])).toHaveLength(9)
    expect(await count('/api/v1/automations')).toBe(1)
  })

  test('after 24 hours is a new request', async () => {
    const first = await post('/api/v1/automations', newAutomation, 'daily')
    await clock.tick(24 * 3_600_000 - 1)
    expect((await post('/api/v1/automations', newAutomation, 'daily')).body).toBe(first.body)
    await clock.tick(1)
    const next = await post('/api/v1/automations', newAutomation, 'daily')
    expect(next.json<{ id: string }>().id).not.toBe(first.json<{ id: string }>().id)
  })

  test('as another owner is a new request', async () => {
    await post('/api/v1/automations', newAutomation, 'mine')
    const stranger = await service.key(newId(), 'automation:write')
    const response = await post('/api/v1/automations', newAutomation, 'mine', stranger)
    expect(response.headers['idempotency-replayed']).toBeUndefined()
    expect(await count('/api/v1/automations')).toBe(1)
  })

  test('after a failure tries it again', async () => {
    const { id } = (await post('/api/v1/automations', newAutomation)).json<{ id: string }>()
    const url = `/api/v1/automations/${id}/trigger`
    await post(url, undefined)
    expect((await post(url, undefined, 'later')).statusCode).toBe(409)
    await post(`/api/v1/automations/${id}/stop`, undefined)
    expect((await post(url, undefined, 'later')).statusCode).toBe(202)
  })
})

test.each<[what: string, url: string, payload: object]>([
  ['another body', '/api/v1/automations', { ...newAutomation, name: 'b' }],
  ['another path', '/webhooks', newWebhook],
])('the same key with %s is a conflict and creates nothing', async (_what, url, payload) => {
  await post('/api/v1/automations', newAutomation, 'once')
  const response = await post(url, payload, 'once')
  expect(response.statusCode).toBe(409)
  expect(response.json()).toStrictEqual({
    statusCode: 409,
    message: 'Idempotency-Key was used with another request',
    error: 'Conflict',
  })
  expect(await count('/api/v1/automations')).toBe(1)
  expect(await count('/webhooks')).toBe(0)
})

test.each(['', 'x'.repeat(256), 'ü'])('%j is not a valid key', async (key) => {
  const response = await post('/api/v1/automations', newAutomation, key)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject([{ property: 'Idempotency-Key' }])
})

test('stored responses are sealed, and deleted after a day', async () => {
  const owner = service.database.connectAsOwner().db
  const stored = async () => (await owner.execute(sql`select * from automation.idempotency_keys`)).rows
  const { secret } = (await post('/webhooks', newWebhook, 'sealed')).json<{ secret: string }>()
  expect(JSON.stringify(await stored())).not.toContain(secret)
  await clock.tick(24 * 3_600_000)
  await post('/webhooks', newWebhook, 'today')
  expect(await stored()).toMatchObject([{ key: 'today' }])
})
