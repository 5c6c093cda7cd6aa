import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import type { Alias, Data } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService()
  key = await service.key()
})
afterAll(() => service.close())

const daySeconds = 86_400
const url = 'https://example.com/hook'
const event = 'email.received'

describe('a value at the limit is accepted and one past it refused', () => {
  test.each<[what: string, path: string, at: object, past: object]>([
    [
      'the label of an alias has at most 100 characters',
      '/api/v1/addresses',
      { alias: 'x'.repeat(100) },
      { alias: 'x'.repeat(101) },
    ],
    ['expiresIn is at least 60 seconds', '/api/v1/addresses', { expiresIn: 60 }, { expiresIn: 59 }],
    [
      'expiresIn is at most what the plan allows',
      '/api/v1/addresses',
      { expiresIn: 30 * daySeconds },
      { expiresIn: 30 * daySeconds + 1 },
    ],
    [
      'a webhook has at most 10 events',
      '/api/v1/webhooks',
      { url, events: Array<string>(10).fill(event) },
      { url, events: Array<string>(11).fill(event) },
    ],
    [
      'the secret of a webhook has at most 256 characters',
      '/api/v1/webhooks',
      { url, events: [event], secret: 's'.repeat(256) },
      { url, events: [event], secret: 's'.repeat(257) },
    ],
    [
      'the secret of a webhook has at least 8 characters',
      '/api/v1/webhooks',
      { url, events: [event], secret: 's'.repeat(8) },
      { url, events: [event], secret: 's'.repeat(7) },
    ],
  ])('%s', async (_what, path, at, past) => {
    expect((await key.post(path, at)).status).toBe(201)
    expect(await key.post(path, past)).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  })

  test.each<[path: string, most: number]>([
    ['/api/v1/addresses', 100],
    ['/api/v1/webhooks', 100],
    ['/api/v1/audit-logs', 100],
  ])('GET %s accepts a limit of 1 to %i', async (path, most) => {
    for (const limit of [1, most]) expect((await key.get(`${path}?limit=${limit}`)).status).toBe(200)
    for (const limit of [0, most + 1, -1, 'x', 1.5])
      expect((await key.get(`${path}?limit=${limit}`)).status).toBe(400)
  })
})

describe('Alias TTL', () => {
  test.each([
    ['free', daySeconds],
    ['pro', 7 * daySeconds],
    ['business', 30 * daySeconds],
  ] as const)('an alias on the plan %s lasts %i seconds by default and at most', async (plan, seconds) => {
    await service.plan(service.stranger, plan)
    const ttlOf = async (fields: object) => {
      const { createdAt, expiresAt } = await service.alias(service.stranger, fields)
      return (Date.parse(expiresAt) - Date.parse(createdAt)) / 1000
    }
    expect(await ttlOf({})).toBe(seconds)
    expect(await ttlOf({ expiresIn: seconds })).toBe(seconds)
    const { status, body } = await service.stranger.post('/api/v1/addresses', { expiresIn: seconds + 1 })
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: `expiresIn must not be greater than ${seconds}` },
    })
  })
})

describe('Default limit of lists', () => {
  test.each([
    ['/api/v1/addresses', 20],
    ['/api/v1/audit-logs', 20],
  ])('GET %s returns %i entries by default', async (path, limit) => {
    const { body } = await key.get<Data<{ limit: number; offset: number }>>(path)
    expect(body.data).toMatchObject({ limit, offset: 0 })
  })
})

test('every response has the rate-limit headers, as numbers', async () => {
  const { id } = await service.alias(key)
  const answers = [
    await key.get('/api/v1/addresses'),
    await key.post<Data<Alias>>('/api/v1/addresses', {}),
    await key.delete(`/api/v1/addresses/${id}`),
    await key.delete(`/api/v1/addresses/${id}`),
    await key.post('/api/v1/addresses', { expiresIn: 1 }),
    await service.anonymous.get('/api/v1/addresses'),
    await key.get('/api/v1/nowhere'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 404, 400, 401, 404])
  for (const { headers } of answers) {
    for (const name of ['limit', 'remaining', 'reset'])
      expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/)
  }
})
