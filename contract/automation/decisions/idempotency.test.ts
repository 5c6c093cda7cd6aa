import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import { scopes, type Delivery } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 15.
let service: ServiceUnderTest
let key: Client
let clients: Record<'person' | 'key', Client>

beforeAll(async () => {
  service = await startService()
  key = await service.key(scopes)
  clients = { person: service.person, key }
})
afterAll(() => service.close())

const actions = [{ name: 'open', type: 'navigate', url: 'https://example.com' }]
const creating: ['person' | 'key', string, object][] = [
  ['person', '/api-keys', { name: 'k', scopes: ['audit:read'] }],
  ['person', '/webhooks', { name: 'w', url: 'https://example.com/', events: ['job.failed'] }],
  ['key', '/api/v1/automations', { name: 'a', actions }],
]

describe('Idempotency-Key', () => {
  test.each(creating)(
    'as %s, POST %s again with the same body: the first answer again, and nothing made',
    async (who, path, body) => {
      const header = { 'idempotency-key': randomUUID() }
      const first = await clients[who].post(path, body, header)
      const total = (await clients[who].get(path)).headers.get('x-total-count')
      const again = await clients[who].post(path, body, header)
      expect(first.status).toBe(201)
      expect(first.headers.get('idempotency-replayed')).toBeNull()
      expect(again).toMatchObject({ status: 201, body: first.body })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect((await clients[who].get(path)).headers.get('x-total-count')).toBe(total)
    },
  )
  test.each(creating)(
    'as %s, POST %s with another body under the same key is refused with 409',
    async (who, path, body) => {
      const header = { 'idempotency-key': randomUUID() }
      await clients[who].post(path, body, header)
      const { status, body: answer } = await clients[who].post(path, { ...body, name: 'other' }, header)
      expect({ status, answer }).toEqual({
        status: 409,
        answer: {
          statusCode: 409,
          message: 'Idempotency-Key was used with another request',
          error: 'Conflict',
        },
      })
    },
  )
  test('a repeated POST …/trigger starts one execution', async () => {
    const { id } = await service.automation(key, service.world.endlessUrl)
    const header = { 'idempotency-key': randomUUID() }
    const trigger = () => key.post(`/api/v1/automations/${id}/trigger`, undefined, header)
    const [first, again] = [await trigger(), await trigger()]
    expect(first.status).toBe(202)
    expect(again).toMatchObject({ status: 202, body: first.body })
    expect((await key.get(`/api/v1/executions?automationId=${id}`)).body).toHaveLength(1)
    await key.post(`/api/v1/automations/${id}/stop`)
  })
  test('a repeated POST …/restore makes one new version', async () => {
    const { id } = await service.automation(key)
    await key.patch(`/api/v1/automations/${id}`, { name: 'b' })
    const header = { 'idempotency-key': randomUUID() }
    const restore = () => key.post(`/api/v1/automations/${id}/versions/1/restore`, undefined, header)
    const [first, again] = [await restore(), await restore()]
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect((await key.get(`/api/v1/automations/${id}`)).body).toMatchObject({ version: 3 })
  })
  test('a repeated POST …/redeliver makes one more attempt', async () => {
    const { _id } = await service.webhook(['job.failed'])
    await service.person.post(`/webhooks/${_id}/test`)
    const [delivery] = (await service.person.get<Delivery[]>(`/webhooks/${_id}/deliveries`)).body
    const header = { 'idempotency-key': randomUUID() }
    const redeliver = () =>
      service.person.post(`/webhooks/${_id}/deliveries/${delivery!.id}/redeliver`, undefined, header)
    const [first, again] = [await redeliver(), await redeliver()]
    expect(first.status).toBe(202)
    expect(again).toMatchObject({ status: 202, body: first.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
  test('a request that failed leaves its key unused', async () => {
    const header = { 'idempotency-key': randomUUID() }
    expect((await key.post('/api/v1/automations', { name: 'a' }, header)).status).toBe(400)
    expect((await key.post('/api/v1/automations', { name: 'a', actions }, header)).status).toBe(201)
  })
  test('the same key of another account is another key', async () => {
    const header = { 'idempotency-key': randomUUID() }
    const body = { name: 'w', url: 'https://example.com/', events: ['job.failed'] }
    const { body: mine } = await service.person.post('/webhooks', body, header)
    const { status, headers, body: theirs } = await service.stranger.post('/webhooks', body, header)
    expect(status).toBe(201)
    expect(headers.get('idempotency-replayed')).toBeNull()
    expect(theirs['_id']).not.toBe(mine['_id'])
    await service.stranger.delete(`/webhooks/${theirs['_id']}`)
  })
  test('a key of more than 255 characters is refused', async () => {
    const header = { 'idempotency-key': 'x'.repeat(256) }
    const { status, body } = await key.post('/api/v1/automations', { name: 'a', actions }, header)
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property: 'Idempotency-Key' }])
  })
})
