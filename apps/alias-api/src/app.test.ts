import { createLogger, type App } from '@waypost/http'
import { testHealth } from '@waypost/http/testing'
import { openDatabase, type Database } from '@waypost/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAliasApp } from './app.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let service: TestApp
/** The same service with a database that does not answer. */
let broken: { app: App; database: Database }

beforeAll(async () => {
  service = await startTestApp()
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
  await app.ready()
  broken = { app, database }
})
afterAll(async () => {
  await broken.app.close()
  await broken.database.close()
  await service.close()
})

describe('health', () => {
  testHealth(
    () => service.app,
    () => broken.app,
  )
})

test('an unknown path is a 404 that names the method and path', async () => {
  const response = await service.app.inject({ url: '/nowhere' })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toEqual({ error: 'Cannot GET /nowhere' })
})

test('a request that needs the database is a 503 while it does not answer, without internals in the error', async () => {
  const response = await broken.app.inject({ url: '/api/v1/account', headers: await service.person('ada') })
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({ error: 'Service temporarily unavailable' })
  expect(response.headers).toMatchObject({ 'x-ratelimit-remaining': '0' })
})

describe('an error is { error } and nothing else, for', () => {
  test.each([
    ['malformed JSON', 400, '{', 'application/json'],
    ['another content type', 415, '<a/>', 'text/xml'],
    ['a body over 1 MiB', 413, JSON.stringify({ name: 'x'.repeat(1_100_000) }), 'application/json'],
    ['invalid fields', 400, '{"name":"","scopes":["all"]}', 'application/json'],
  ])('%s', async (_what, status, payload, contentType) => {
    const headers = { ...(await service.person('ada')), 'content-type': contentType }
    const response = await service.app.inject({ method: 'POST', url: '/api-keys', headers, payload })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({ error: expect.stringMatching(/./) })
  })

  test('a validation error names every invalid field', async () => {
    const headers = await service.person('ada')
    const payload = { name: '', scopes: 'all', color: 'red' }
    const response = await service.app.inject({ method: 'POST', url: '/api-keys', headers, payload })
    expect(response.json()).toEqual({
      error: 'name should not be empty; scopes must be an array; color should not exist',
    })
  })
})
