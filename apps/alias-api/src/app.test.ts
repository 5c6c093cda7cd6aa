import { createLogger, type App } from '@waypost/http'
import { openDatabase, type Database } from '@waypost/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAliasApp } from './app.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let service: TestApp
/** The same service in front of a database that is not there. */
let broken: { app: App; database: Database }

beforeAll(async () => {
  service = await startTestApp()
  const url = Object.assign(new URL(service.database.url), { port: '1' }).href
  const database = openDatabase({ url, applicationName: 'test' })
  const app = createAliasApp({
    services: { ...service.services, db: database.db },
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
  test('a process that answers is alive, and ready while its database answers too', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const response = await service.app.inject({ url })
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ status: 'ok' })
    }
  })

  test('a process without its database is alive and not ready', async () => {
    expect((await broken.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    const response = await broken.app.inject({ url: '/readyz' })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({ status: 'unavailable' })
  })
})

test('what is not there is told in one word', async () => {
  const response = await service.app.inject({ url: '/nowhere' })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toEqual({ error: 'Cannot GET /nowhere' })
})
