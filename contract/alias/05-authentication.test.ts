import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { listOperations, type Document } from '../fuzz/open-api.ts'
import { scopes, type ApiKey, type CreatedApiKey, type Data } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

interface Route {
  method: string
  path: string
  /** The scopes that a key needs. */
  scopes: string[]
}

let service: ServiceUnderTest
let routes: Route[]

beforeAll(async () => {
  service = await startService()
  const { body: document } = await service.anonymous.get<Document>('/openapi.json')
  routes = listOperations(document)
    .filter(({ path }) => path.startsWith('/api/v1/'))
    .map(({ method, path }) => {
      const { security } = document.paths[path]![method.toLowerCase()] as unknown as {
        security: Record<string, string[]>[]
      }
      const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
      // A stream of events would have no end: after a place that does not exist, it is refused.
      return {
        method,
        path: path.endsWith('/events') ? `${url}?after=nowhere` : url,
        scopes: security.flatMap(({ apiKey }) => apiKey ?? []),
      }
    })
})
afterAll(() => service.close())

const send = (client: Client, { method, path }: Route) => client.request(method, path)
const withToken = (token: string) => ({ authorization: `Bearer ${token}` })
const create = async (change: object = {}) =>
  (await service.person.post<Data<CreatedApiKey>>('/api-keys', { name: 'k', scopes, ...change })).body.data

describe('1. Every request carries Authorization: Bearer <API_KEY>', () => {
  test('each route refuses a request without a key', async () => {
    for (const route of routes) {
      const { status, body } = await send(service.anonymous, route)
      expect({ ...route, status, body }).toEqual({
        ...route,
        status: 401,
        body: { error: 'API key is missing' },
      })
    }
  })
  test.each([`jm_live_${'0'.repeat(48)}`, 'jm_live_x', `gfac_${'0'.repeat(48)}`, 'a.b.c', 'x'])(
    'the key %s is refused',
    async (token) => {
      const { status, body } = await service.anonymous.get('/api/v1/addresses', withToken(token))
      expect({ status, body }).toEqual({ status: 401, body: { error: 'Invalid API key' } })
    },
  )
  test('a key in another header, a cookie or the query is refused', async () => {
    const { rawKey } = await create()
    const elsewhere: [string, Record<string, string>][] = [
      ['/api/v1/addresses', { 'x-api-key': rawKey }],
      ['/api/v1/addresses', { cookie: `authorization=Bearer ${rawKey}` }],
      ['/api/v1/addresses', { authorization: rawKey }],
      [`/api/v1/addresses?apiKey=${rawKey}&access_token=${rawKey}`, {}],
    ]
    for (const [path, headers] of elsewhere)
      expect((await service.anonymous.get(path, headers)).status).toBe(401)
  })
})

describe('2. Key prefixes', () => {
  test.each(['live', 'test'] as const)(
    'a key of the mode %s begins with it, and no two keys are equal',
    async (mode) => {
      const keys = [await create({ mode }), await create({ mode })].map(({ rawKey }) => rawKey)
      for (const rawKey of keys) expect(rawKey).toMatch(new RegExp(`^jm_${mode}_[0-9a-f]{48}$`))
      expect(new Set(keys).size).toBe(2)
    },
  )
})

describe('3. Creating a key needs the highest paid plan', () => {
  test.each(['free', 'pro'] as const)(
    'on the plan %s no key can be created, and existing keys are refused',
    async (plan) => {
      const key = await service.key({ owner: service.stranger })
      await service.plan(service.stranger, plan)
      const expected = { status: 403, body: { error: 'The API requires the Business plan' } }
      const created = await service.stranger.post('/api-keys', { name: 'k', scopes })
      expect({ status: created.status, body: created.body }).toEqual(expected)
      const used = await key.get('/api/v1/addresses')
      expect({ status: used.status, body: used.body }).toEqual(expected)
      expect((await service.stranger.get('/api/v1/addresses')).status).toBe(200)
      await service.plan(service.stranger, 'business')
      expect((await key.get('/api/v1/addresses')).status).toBe(200)
    },
  )
})

test('4. A revoked key is unusable and cannot be recovered', async () => {
  const { apiKey, rawKey } = await create()
  expect((await service.anonymous.get('/api/v1/addresses', withToken(rawKey))).status).toBe(200)
  const revoked = await service.person.delete(`/api-keys/${apiKey.id}`)
  expect({ status: revoked.status, body: revoked.body }).toEqual({
    status: 200,
    body: { message: expect.any(String) },
  })
  const { status, body } = await service.anonymous.get('/api/v1/addresses', withToken(rawKey))
  expect({ status, body }).toEqual({ status: 401, body: { error: 'Invalid API key' } })
  const { data } = (await service.person.get<Data<ApiKey[]>>('/api-keys')).body
  expect(data.find(({ id }) => id === apiKey.id)!.revokedAt).not.toBeNull()
  expect((await service.person.delete(`/api-keys/${apiKey.id}`)).status).toBe(404)
})

describe('The scope table', () => {
  test('each route requires scopes of the table', () => {
    const asked = routes.flatMap((route) => route.scopes)
    expect(asked.filter((scope) => !scopes.includes(scope as never))).toEqual([])
  })
  test('a key without the scope of a route is refused with 403 and the missing scope', async () => {
    for (const scope of scopes) {
      const others = await service.key({ scopes: scopes.filter((other) => other !== scope) })
      for (const route of routes.filter((each) => each.scopes.includes(scope))) {
        const { status, body } = await send(others, route)
        expect({ ...route, status, body }).toEqual({
          ...route,
          status: 403,
          body: { error: `Insufficient permissions. Required scopes: ${scope}` },
        })
      }
    }
  })
  test('a key with only the scope of a route may use it', async () => {
    for (const scope of scopes) {
      const alone = await service.key({ scopes: [scope] })
      for (const route of routes.filter((each) => each.scopes.includes(scope))) {
        const { status } = await send(alone, route)
        expect([200, 201, 202, 400, 404], `${route.method} ${route.path}`).toContain(status)
      }
    }
  })
  test('a signed-in person may use every route', async () => {
    for (const route of routes) {
      const { status } = await send(service.person, route)
      expect([200, 201, 202, 400, 404], `${route.method} ${route.path}`).toContain(status)
    }
  })
})

describe('the routes of /api-keys accept a JWT only', () => {
  test.each([
    ['POST', '/api-keys'],
    ['GET', '/api-keys'],
    ['DELETE', '/api-keys/00000000-0000-7000-8000-000000000000'],
  ])('%s %s', async (method, path) => {
    const key = await service.key()
    for (const client of [service.anonymous, key]) {
      const { status, body } = await client.request(method, path)
      expect({ status, body }).toEqual({ status: 401, body: { error: 'Unauthorized' } })
    }
  })
})
