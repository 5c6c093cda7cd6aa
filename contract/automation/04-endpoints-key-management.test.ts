import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { scopes, type ApiKey, type CreatedApiKey } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let person: Client
let created: CreatedApiKey

beforeAll(async () => {
  service = await startService()
  person = service.person
})
beforeEach(async () => {
  const { body } = await person.post<CreatedApiKey>('/api-keys', { name: 'k', scopes: ['audit:read'] })
  created = body
})
afterAll(() => service.close())

test('POST /api-keys returns { apiKey, rawKey }', async () => {
  const { status, body } = await person.post('/api-keys', { name: 'mine', scopes: ['pipeline:read'] })
  expect(status).toBe(201)
  expect(body).toEqual({
    apiKey: {
      _id: expect.any(String),
      name: 'mine',
      prefix: expect.any(String),
      scopes: ['pipeline:read'],
      isActive: true,
      createdAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: null,
    },
    rawKey: expect.any(String),
  })
})
test.each([
  ['name', { scopes: ['audit:read'] }],
  ['scopes', { name: 'k' }],
])('POST /api-keys refuses a key without %s', async (property, given) => {
  const { status, body } = await person.post<object[]>('/api-keys', given)
  expect(status).toBe(400)
  expect(body).toMatchObject([{ property, receivedValue: null }])
})
test('GET /api-keys returns the list of keys', async () => {
  const { status, body } = await person.get<ApiKey[]>('/api-keys')
  expect(status).toBe(200)
  expect(body).toContainEqual(created.apiKey)
})
test('GET /api-keys/:id returns the key', async () => {
  const { status, body } = await person.get(`/api-keys/${created.apiKey._id}`)
  expect({ status, body }).toEqual({ status: 200, body: created.apiKey })
})
test.each([{ name: 'renamed' }, { isActive: false }, { name: 'both', isActive: false }])(
  'PATCH /api-keys/:id with %j: the updated key',
  async (change) => {
    const { status, body } = await person.patch(`/api-keys/${created.apiKey._id}`, change)
    expect({ status, body }).toEqual({ status: 200, body: { ...created.apiKey, ...change } })
  },
)
test.each([{ scopes: ['audit:read'] }, { prefix: 'gfac_0000000' }, { expiresAt: null }])(
  'PATCH /api-keys/:id with %j: refused',
  async (change) => {
    const { status, body } = await person.patch(`/api-keys/${created.apiKey._id}`, change)
    expect(status).toBe(400)
    expect(body).toMatchObject([{ constraints: { whitelistValidation: expect.any(String) } }])
  },
)
test('DELETE /api-keys/:id deletes the key', async () => {
  const { status, body } = await person.delete(`/api-keys/${created.apiKey._id}`)
  expect({ status, body }).toEqual({ status: 204, body: '' })
  expect((await person.get(`/api-keys/${created.apiKey._id}`)).status).toBe(404)
  const use = await service.anonymous.get('/api/v1/audit-logs', { 'x-api-key': created.rawKey })
  expect(use.status).toBe(401)
})

describe('a JWT is required and an API key refused by', () => {
  test.each([
    ['POST', '/api-keys'],
    ['GET', '/api-keys'],
    ['GET', '/api-keys/:id'],
    ['PATCH', '/api-keys/:id'],
    ['DELETE', '/api-keys/:id'],
  ])('%s %s', async (method, path) => {
    const url = path.replace(':id', created.apiKey._id)
    const options = method === 'GET' || method === 'DELETE' ? {} : { body: { name: 'k', scopes } }
    const refused = { status: 401, body: { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' } }
    const key = await service.key(scopes)
    expect(await service.anonymous.request(method, url, options)).toMatchObject(refused)
    expect(await key.request(method, url, options)).toMatchObject(refused)
    const asBearer = { authorization: `Bearer ${key.credentials['x-api-key']}` }
    expect(await service.anonymous.request(method, url, { ...options, headers: asBearer })).toMatchObject(
      refused,
    )
  })
})
