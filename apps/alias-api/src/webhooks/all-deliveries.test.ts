import type { LoggedDelivery } from '@waypost/webhooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
const list = async (query = '', headers = key) =>
  (await send('GET', `/webhooks/deliveries${query}`, undefined, headers)).json<{
    data: (LoggedDelivery & { webhookId: string })[]
  }>().data

test('the deliveries of all webhooks are listed and exported alike', async () => {
  const [first, second] = [await create(), await create({ url: 'https://example.org/hook' })]
  await publish()
  const listed = await list()
  expect(listed.map(({ webhookId }) => webhookId).toSorted()).toEqual([first.id, second.id].toSorted())
  const exported = await send('GET', '/webhooks/deliveries/export')
  expect(exported.headers).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': 'attachment; filename="deliveries.ndjson"',
  })
  const lines = exported.body.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(listed)
  const page = await send('GET', '/webhooks/deliveries?limit=1')
  expect(page.headers['link']).toMatch(/^<\/api\/v1\/webhooks\/deliveries\?.*cursor=[\w-]{22}>; rel="next"$/)
})

test('deliveries are filtered by webhook, time, response and text', async () => {
  const { id } = await create()
  await create({ url: 'https://example.org/hook' })
  await publish()
  expect(await list(`?webhookId=${id}`)).toMatchObject([{ webhookId: id }])
  expect(await list('?q=A@WAYPOST')).toHaveLength(2)
  expect(await list('?q=b@waypost')).toEqual([])
  expect(await list('?response=none')).toEqual([])
  expect(await list('?until=2026-01-01T00:00:00Z')).toEqual([])
  for (const path of [`/webhooks/${id}/deliveries`, '/webhooks/deliveries', '/webhooks/deliveries/export'])
    expect((await send('GET', `${path}?response=200`)).statusCode).toBe(400)
})

test('deliveries of another account, and of another mode, are neither listed nor exported', async () => {
  const { id } = await create()
  await publish()
  for (const other of [await service.key('mallory'), await service.key('ada', { mode: 'test' })]) {
    expect(await list(`?webhookId=${id}`, other)).toEqual([])
    const exported = await send('GET', '/webhooks/deliveries/export', undefined, other)
    expect(exported.body).toBe('')
  }
})

test('a key without the scope neither lists nor exports deliveries', async () => {
  const other = await service.key('ada', { scopes: ['emails:read'] })
  for (const path of ['/webhooks/deliveries', '/webhooks/deliveries/export']) {
    expect((await send('GET', path, undefined, other)).statusCode).toBe(403)
    expect((await service.app.inject({ url: `/api/v1${path}` })).statusCode).toBe(401)
  }
})

test('a recovery takes a span and an event, and dryRun only counts', async () => {
  const { id } = await create()
  await publish()
  await publish()
  await service.database
    .connectAsOwner()
    .db.execute(sql`update alias.deliveries set status = 'failed', ended_at = now(), next_attempt_at = null`)
  const since = new Date(Date.now() - 60_000).toISOString()
  const recover = async (payload: object) =>
    (await send('POST', `/webhooks/${id}/recover`, { since, ...payload })).json<unknown>()
  expect(await recover({ dryRun: true })).toEqual({ data: { recovered: 2, dryRun: true } })
  expect(await recover({ until: since })).toEqual({ data: { recovered: 0 } })
  expect(await recover({ event: 'email.received' })).toEqual({ data: { recovered: 0 } })
  expect(await recover({ event: 'address.expired', until: '2126-01-01T00:00:00Z' })).toEqual({
    data: { recovered: 2 },
  })
})
