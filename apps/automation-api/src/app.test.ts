import { createLogger, type App } from '@waypost/http'
import { testHealth } from '@waypost/http/testing'
import { openDatabase, type Database } from '@waypost/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAutomationApp } from './app.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let service: TestApp
/** The same service with a database that does not exist. */
let broken: { app: App; database: Database }
let person: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
  person = await service.person('ada')
  const url = Object.assign(new URL(service.database.url), { pathname: '/gone' }).href
  const database = openDatabase({ url, applicationName: 'test' })
  const app = createAutomationApp({
    services: { ...service.services, db: database.db },
    jwt: service.issuer,
    adminToken: undefined,
    logger: createLogger('test', 'silent'),
    trustProxy: false,
    corsOrigins: ['https://dashboard.example'],
  })
  await app.ready()
  broken = { app, database }
})
afterAll(async () => {
  await broken.app.close()
  await broken.database.close()
  await service.close()
})

const get = (url: string) => service.app.inject({ url, headers: person })

describe('health', () => {
  testHealth(
    () => service.app,
    () => broken.app,
  )
})

describe('an unexpected error', () => {
  test.each([
    ['GET', '/api-keys', undefined],
    ['POST', '/webhooks', { name: 'hook', url: 'https://example.com', events: ['job.failed'] }],
  ] as const)('is a 500 without internals: %s %s', async (method, url, payload) => {
    const response = await broken.app.inject({ method, url, headers: person, ...(payload && { payload }) })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      statusCode: 500,
      message: 'Internal Server Error',
      error: 'Internal Server Error',
    })
  })

  test('is not reported as an invalid key', async () => {
    const headers = { 'x-api-key': `gfac_${'0'.repeat(48)}` }
    const response = await broken.app.inject({ url: '/api/v1/automations', headers })
    expect(response.statusCode).toBe(500)
  })
})

describe('an unknown route', () => {
  test.each([
    ['GET', '/'],
    ['GET', '/api/v2/automations'],
    ['PUT', '/webhooks'],
    ['POST', '/healthz'],
    ['DELETE', '/api-keys'],
  ] as const)('%s %s is a 404', async (method, url) => {
    const response = await service.app.inject({ method, url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      statusCode: 404,
      message: `Cannot ${method} ${url}`,
      error: 'Not Found',
    })
  })

  test('is a 404 that does not repeat the caller’s key', async () => {
    const response = await service.app.inject({ url: '/nowhere?a=1&apiKey=gfac_hush' })
    expect(response.json()).toMatchObject({ message: 'Cannot GET /nowhere?a=1&apiKey=[redacted]' })
  })
})

describe('a URL', () => {
  test.each(['/api-keys/%', '/api-keys/%zz', '/api-keys/%ff', '/api-keys/%ed%a0%80', '/%c0%af'])(
    'with malformed percent-encoding is a 400: %s',
    async (path) => {
      const response = await get(`${path}?apiKey=gfac_hush`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({
        statusCode: 400,
        message: expect.any(String) as unknown,
        error: 'Bad Request',
      })
      expect(response.body).not.toContain('hush')
    },
  )

  test.each(['%00', 'a%00b', 'x'.repeat(10_000), "'", '%F0%9F%99%82', '', '%2F', '1'])(
    'with an impossible id is a 404, as for an unknown id: %s',
    async (id) => {
      const response = await get(`/api-keys/${id}`)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({
        statusCode: 404,
        message: 'API Key not found or unauthorized',
        error: 'Not Found',
      })
    },
  )

  test.each(['?limit=%00', '?offset=1%00', '?x=%00'])(
    'with a NUL byte in its query is a 400: %s',
    async (query) => {
      const response = await get(`/api-keys${query}`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject([
        {
          property: query.slice(1).split('=')[0],
          constraints: { isWellFormed: expect.any(String) as unknown },
        },
      ])
    },
  )

  test.each([
    '?limit=%zz',
    '?limit=%ff',
    '?limit=%ed%a0%80',
    '?%00=1',
    '?__proto__=1&constructor=2',
    '?&&=&',
  ])('with a nonsensical query is never a 500: %s', async (query) => {
    expect([200, 400]).toContain((await get(`/api-keys${query}`)).statusCode)
  })
})

describe('a browser', () => {
  const preflight = { origin: 'https://dashboard.example', 'access-control-request-method': 'GET' }

  test('cannot call from any origin by default', async () => {
    const response = await service.app.inject({ method: 'OPTIONS', url: '/api-keys', headers: preflight })
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('can call only from the configured origins', async () => {
    const named = await broken.app.inject({ method: 'OPTIONS', url: '/api-keys', headers: preflight })
    expect(named.headers['access-control-allow-origin']).toBe('https://dashboard.example')
    const headers = { ...preflight, origin: 'https://other.example' }
    const other = await broken.app.inject({ method: 'OPTIONS', url: '/api-keys', headers })
    expect(other.headers['access-control-allow-origin']).not.toBe('https://other.example')
  })
})
