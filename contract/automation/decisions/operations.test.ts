import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 13.
let service: ServiceUnderTest

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test.each(['/healthz', '/readyz'])('GET %s answers 200', async (path) => {
  expect((await service.anonymous.get(path)).status).toBe(200)
})
test('GET /metrics is not served on the public port', async () => {
  expect((await service.anonymous.get('/metrics')).status).toBe(404)
})
test('a browser on another origin may not call the service unless that is configured', async () => {
  const { headers } = await service.anonymous.get('/healthz', { origin: 'https://evil.example' })
  expect(headers.get('access-control-allow-origin')).toBeNull()
})
