import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test.each(['/addresses', '/webhooks', '/audit-logs', '/account', '/platform-domains'])(
  '%s is served under /api/v1 and no other prefix',
  async (path) => {
    const key = await service.key()
    expect((await key.get(`/api/v1${path}`)).status).toBe(200)
    for (const other of ['', '/v1', '/api', '/api/v2']) expect((await key.get(other + path)).status).toBe(404)
  },
)
