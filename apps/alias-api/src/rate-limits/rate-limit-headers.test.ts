import { createLogger } from '@waypost/http'
import { openDatabase } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAliasApp } from '../app.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { ask, limits, type Request } from './test-limits.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp({ limits })
})
afterAll(() => service.close())
beforeEach(() => service.empty())

describe('the three rate limit headers are on every response under /api/v1', () => {
  test.each<[number, string, Request]>([
    [200, 'an existing resource', {}],
    [404, 'an unknown path', { url: '/api/v1/nothing' }],
    [404, 'the bare prefix', { url: '/api/v1' }],
    [404, 'an unsupported method', { method: 'DELETE' }],
    [400, 'a malformed path', { url: '/api/v1/addresses/%zz' }],
    [401, 'no credential', { headers: {} }],
    [401, 'an unknown key', { headers: { authorization: 'Bearer jm_live_' } }],
    [200, 'a percent-encoded path', { url: '/%61pi/v1/account' }],
    [200, 'HEAD', { method: 'HEAD' as 'GET' }],
  ])('%i: %s', async (status, _what, request) => {
    const headers = await service.key('ada')
    const response = await service.app.inject({ url: '/api/v1/account', headers, ...request })
    expect(response.statusCode).toBe(status)
    for (const name of ['limit', 'remaining', 'reset'])
      expect(response.headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/)
  })

  test('503: a database that does not answer', async () => {
    const url = Object.assign(new URL(service.database.url), { port: '1' }).href
    const database = openDatabase({ url, applicationName: 'test' })
    const app = createAliasApp({
      services: { ...service.services, db: database.db },
      jwt: service.issuer,
      adminToken: undefined,
      logger: createLogger('test', 'silent'),
      trustProxy: false,
      corsOrigins: [],
    })
    expect(await ask({}, app)).toMatchObject({ status: 503, limit: 10, remaining: 0 })
    await app.close()
    await database.close()
  })
})

test('a browser of another origin may read a 429', async () => {
  const app = createAliasApp({
    services: service.services,
    jwt: service.issuer,
    adminToken: undefined,
    devOutbox: false,
    logger: createLogger('test', 'silent'),
    trustProxy: false,
    corsOrigins: ['https://dashboard.example'],
  })
  const origin = 'https://dashboard.example'
  const responses = await Promise.all(
    Array.from({ length: 25 }, () => app.inject({ url: '/api/v1/account', headers: { origin } })),
  )
  const refused = responses.find(({ statusCode }) => statusCode === 429)!
  expect(refused.headers['access-control-allow-origin']).toBe(origin)
  expect(refused.headers['access-control-expose-headers']).toContain('X-RateLimit-Reset')
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/v1/account',
    headers: { origin, 'access-control-request-method': 'GET' },
  })
  expect(preflight.statusCode).toBe(204)
  await app.close()
})
