import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { AuditLog } from './audit-log.ts'

let service: TestApp
let ownerId: string
let person: Record<string, string>
let key: Record<string, string>
let keyId: string
const clock = new TestClock('2026-01-02T03:04:05.678Z')
const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]

beforeAll(async () => {
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  ownerId = newId()
  person = await service.person(ownerId)
  const created = await send('POST', '/api-keys', { name: 'all', scopes: scope.options })
  const { rawKey, apiKey } = created.json<{ rawKey: string; apiKey: { _id: string } }>()
  key = { 'x-api-key': rawKey }
  keyId = apiKey._id
})

type Method = 'POST' | 'PATCH' | 'DELETE' | 'GET'
const send = (method: Method, url: string, payload?: object, headers = { ...person, ...key }) =>
  service.app.inject({ method, url, headers, ...(payload && { payload }) })
const idOf = async (url: string, payload: object) => {
  const { id, _id } = (await send('POST', url, payload)).json<{ id?: string; _id?: string }>()
  return (id ?? _id)!
}
const poor = () => service.key(ownerId, 'audit:read')
const read = async (query = '?limit=100') => {
  const response = await send('GET', `/api/v1/audit-logs${query}`)
  expect(response.statusCode).toBe(200)
  return response.json<AuditLog[]>()
}

test('an entry shows who did what, to which resource, from where, when, and with which result', async () => {
  const id = await idOf('/api/v1/automations', { name: 'a', actions })
  const common = { ip: '127.0.0.1', result: 'success', request: null }
  const createdAt = '2026-01-02T03:04:05.678Z'
  expect(await read()).toStrictEqual([
    {
      id: expect.any(String) as unknown,
      action: 'automation.created',
      resourceType: 'automation',
      resourceId: id,
      actor: { type: 'api_key', keyId },
      ...common,
      createdAt,
    },
    {
      id: expect.any(String) as unknown,
      action: 'api_key.created',
      resourceType: 'api_key',
      resourceId: keyId,
      actor: { type: 'user', keyId: null },
      ...common,
      createdAt,
    },
  ])
})

test('lists what one key has done, and leads on where the newer entries have nothing of it', async () => {
  const id = await idOf('/api/v1/automations', { name: 'a', actions })
  const other = await service.key(ownerId, 'audit:read', 'automation:write')
  await send('PATCH', `/api/v1/automations/${id}`, { name: 'b' }, { ...person, ...other })
  const ofKey = await read(`?keyId=${keyId}`)
  expect(ofKey.map(({ action }) => action)).toEqual(['automation.created'])
  expect(await read(`?keyId=${keyId}&action=automation.updated`)).toEqual([])
  await service.database.connectAsOwner().db.execute(sql`
    insert into automation.audit_logs (id, owner_id, action, ip, result, created_at)
    select uuidv7(), ${ownerId}, 'job.enqueued', '', 'success', now() from generate_series(1, 5000)`)
  const first = await send('GET', `/api/v1/audit-logs?keyId=${keyId}`)
  expect(first.json()).toEqual([])
  const next = /^<(.+?)>; rel="next"$/.exec(String(first.headers['link']))![1]!
  expect((await send('GET', next)).json()).toEqual(ofKey)
})

test('every change is recorded, and reads and requests that change nothing are not', async () => {
  const webhook = await idOf('/webhooks', { name: 'w', url: 'https://example.com', events: ['job.failed'] })
  const other = (await send('POST', '/api-keys', { name: 'b', scopes: ['audit:read'] })).json<{
    apiKey: { _id: string }
  }>().apiKey._id
  const automation = await idOf('/api/v1/automations', { name: 'a', actions })
  const path = `/api/v1/automations/${automation}`
  await send('GET', path)
  await send('PATCH', path, {})
  await send('PATCH', path, { name: 'b' })
  await send('POST', `${path}/versions/1/restore`)
  await send('POST', `${path}/trigger`)
  await send('POST', `${path}/stop`)
  await send('DELETE', path)
  await send('PATCH', `/webhooks/${webhook}`, { isActive: true })
  await send('POST', `/webhooks/${webhook}/recover`, { since: '2026-01-01T00:00:00Z' })
  await send('DELETE', `/webhooks/${webhook}`)
  await send('PATCH', `/api-keys/${other}`, { isActive: false })
  await send('DELETE', `/api-keys/${other}`)
  expect((await read()).map(({ action, resourceId }) => [action, resourceId]).toReversed()).toEqual([
    ['api_key.created', keyId],
    ['webhook.created', webhook],
    ['api_key.created', other],
    ['automation.created', automation],
    ['automation.updated', automation],
    ['automation.restored', automation],
    ['automation.triggered', automation],
    ['automation.stopped', automation],
    ['automation.deleted', automation],
    ['webhook.updated', webhook],
    ['webhook.recovered', webhook],
    ['webhook.deleted', webhook],
    ['api_key.updated', other],
    ['api_key.deleted', other],
  ])
})

describe('the refusal of a request with a valid credential', () => {
  test.each<[status: number, what: string, request: () => Promise<{ statusCode: number }>, path: string]>([
    [
      403,
      'for a missing scope',
      async () => send('POST', '/api/v1/automations', { name: 'a', actions }, await poor()),
      '/api/v1/automations',
    ],
    [
      404,
      'for an unknown resource',
      () => send('DELETE', `/api/v1/automations/${newId()}`),
      '/api/v1/automations/:id',
    ],
    [
      409,
      'for the current state',
      async () =>
        send('POST', `/api/v1/automations/${await idOf('/api/v1/automations', { name: 'a', actions })}/stop`),
      '/api/v1/automations/:id/stop',
    ],
  ])('is recorded: %i, %s', async (statusCode, _what, request, path) => {
    expect((await request()).statusCode).toBe(statusCode)
    // The entry is written after the response was sent.
    const [entry] = await waitFor('the entry', async () => {
      const found = await read('?action=request.refused')
      return found.length > 0 && found
    })
    expect(entry).toMatchObject({
      result: 'refused',
      resourceId: null,
      request: { method: expect.any(String) as unknown, path, statusCode },
    })
  })
})

test('a change that fails is not recorded', async () => {
  await send('POST', '/api/v1/automations', { name: '', actions })
  expect((await read()).map(({ action }) => action)).toEqual(['api_key.created'])
})

test('a change and its entry are atomic: when the entry cannot be written, nothing changes', async () => {
  const alone = await startTestApp()
  try {
    const headers = await alone.key('ada', 'automation:read', 'automation:write')
    const owner = alone.database.connectAsOwner().db
    await owner.execute(sql`revoke insert on automation.audit_logs from waypost_automation_api`)
    const url = '/api/v1/automations'
    const response = await alone.app.inject({ method: 'POST', url, headers, payload: { name: 'a', actions } })
    expect(response.statusCode).toBe(500)
    expect((await alone.app.inject({ url, headers })).json()).toEqual([])
  } finally {
    await alone.close()
  }
})

test('the log can be filtered by action and resource, and paged by its links', async () => {
  const automation = await idOf('/api/v1/automations', { name: 'a', actions })
  for (const name of ['b', 'c', 'd']) await send('PATCH', `/api/v1/automations/${automation}`, { name })
  expect(await read('?action=automation.updated')).toHaveLength(3)
  expect(await read(`?resourceId=${automation}`)).toHaveLength(4)
  expect(await read(`?resourceId=${keyId}`)).toMatchObject([{ action: 'api_key.created' }])

  const all = await read()
  const seen: AuditLog[] = []
  let url: string | undefined = '/api/v1/audit-logs?limit=2'
  while (url) {
    const response = await send('GET', url)
    seen.push(...response.json<AuditLog[]>())
    url = /<([^>]+)>/.exec(String(response.headers['link']))?.[1]
  }
  expect(seen).toEqual(all)
})

test('an owner sees only their own entries', async () => {
  const stranger = await service.key(newId(), 'audit:read')
  const response = await send('GET', '/api/v1/audit-logs', undefined, stranger)
  expect(response.json<AuditLog[]>().every(({ resourceId }) => resourceId !== keyId)).toBe(true)
})

test('no entry holds a secret', async () => {
  await send('POST', '/webhooks', { name: 'w', url: 'https://example.com', events: ['job.failed'] })
  const { rows } = await service.database
    .connectAsOwner()
    .db.execute(sql`select * from automation.audit_logs`)
  const log = JSON.stringify(rows)
  expect(log).not.toContain('whsec_')
  expect(log).not.toContain(key['x-api-key'])
})
