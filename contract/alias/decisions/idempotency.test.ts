import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import type { AliasPage, Data } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 15.
let service: ServiceUnderTest
let clients: Record<'person' | 'key', Client>

beforeAll(async () => {
  service = await startService()
  clients = { person: service.person, key: await service.key() }
})
afterAll(() => service.close())

const creating: ['person' | 'key', string, object, object][] = [
  ['person', '/api-keys', { name: 'k', scopes: ['emails:read'] }, { name: 'other', scopes: ['emails:read'] }],
  ['key', '/api/v1/addresses', { alias: 'a' }, { alias: 'b' }],
  ['person', '/api/v1/addresses', { alias: 'a' }, { alias: 'b' }],
  [
    'key',
    '/api/v1/webhooks',
    { url: 'https://example.com/', events: ['email.received'] },
    { url: 'https://example.com/', events: ['email.deleted'] },
  ],
]

describe('Idempotency-Key', () => {
  test.each(creating)(
    'as %s, POST %s of %j is replayed when repeated, and refused with another body',
    async (who, path, given, other) => {
      const header = { 'idempotency-key': randomUUID() }
      const first = await clients[who].post(path, given, header)
      const again = await clients[who].post(path, given, header)
      expect(first.status).toBe(201)
      expect(first.headers.get('idempotency-replayed')).toBeNull()
      expect(again).toMatchObject({ status: 201, body: first.body })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      const differs = await clients[who].post(path, other, header)
      expect({ status: differs.status, body: differs.body }).toEqual({
        status: 409,
        body: { error: 'Idempotency-Key was used with another request' },
      })
    },
  )
  test('of concurrent requests with one key, one creates and all get its response', async () => {
    const header = { 'idempotency-key': randomUUID() }
    const { data: before } = (await clients.key.get<Data<AliasPage>>('/api/v1/addresses')).body
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => clients.key.post('/api/v1/addresses', {}, header)),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const { data: after } = (await clients.key.get<Data<AliasPage>>('/api/v1/addresses')).body
    expect(after.total - before.total).toBe(1)
  })
  test('the same key of another owner or mode is another key', async () => {
    const header = { 'idempotency-key': randomUUID() }
    const others = [await service.key({ owner: service.stranger }), await service.key({ mode: 'test' })]
    const first = await clients.key.post('/api/v1/addresses', {}, header)
    for (const other of others) {
      const answer = await other.post('/api/v1/addresses', {}, header)
      expect(answer.status).toBe(201)
      expect(answer.body).not.toEqual(first.body)
    }
  })
  test('a request that failed leaves its key unused', async () => {
    const header = { 'idempotency-key': randomUUID() }
    expect((await clients.key.post('/api/v1/addresses', { expiresIn: 1 }, header)).status).toBe(400)
    expect((await clients.key.post('/api/v1/addresses', { expiresIn: 60 }, header)).status).toBe(201)
  })
})
