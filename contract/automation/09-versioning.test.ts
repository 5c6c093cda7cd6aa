import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopes } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test.each(['/automations', '/executions', '/audit-logs'])('%s is served under /api/v1 only', async (path) => {
  const key = await service.key(scopes)
  expect((await key.get(`/api/v1${path}`)).status).toBe(200)
  for (const other of ['', '/v1', '/api', '/api/v2']) expect((await key.get(other + path)).status).toBe(404)
})
test.each(['/api-keys', '/webhooks'])('%s is served without a version prefix', async (path) => {
  expect((await service.person.get(path)).status).toBe(200)
  for (const other of ['/v1', '/api', '/api/v1']) {
    expect((await service.person.get(other + path)).status).toBe(404)
  }
})
