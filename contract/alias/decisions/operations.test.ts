import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 13, and that no route of the automation service is served here.
let service: ServiceUnderTest

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test.each(['/healthz', '/readyz', '/docs', '/openapi.json'])('GET %s answers 200', async (path) => {
  expect((await service.anonymous.get(path)).status).toBe(200)
})
test('GET /metrics is not served on the public port', async () => {
  expect((await service.anonymous.get('/metrics')).status).toBe(404)
})
test('a browser on another origin may not call the service unless that is configured', async () => {
  const { headers } = await service.anonymous.get('/healthz', { origin: 'https://evil.example' })
  expect(headers.get('access-control-allow-origin')).toBeNull()
})
test.each(['/webhooks', '/api/v1/automations', '/api/v1/pipelines'])('GET %s is not served', async (path) => {
  expect((await service.person.get(path)).status).toBe(404)
})
const amount = { used: expect.any(Number), limit: expect.any(Number) }

test('the account shows its plan, its limits and what it uses of them', async () => {
  const { status, body } = await service.person.get('/api/v1/account')
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: {
        id: expect.any(String),
        email: expect.any(String),
        plan: 'business',
        limits: {
          requestsPerMinute: expect.any(Number),
          minTtlSeconds: 60,
          defaultTtlSeconds: 2_592_000,
          maxTtlSeconds: 2_592_000,
          customDomains: true,
        },
        usage: {
          recipientsPerDay: { ...amount, resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) },
          storedBytes: amount,
          webhooks: amount,
          addresses: amount,
          forwardingAddresses: amount,
          domains: amount,
          subdomains: amount,
          addressesByRulePerHour: { ...amount, resetsAt: expect.stringMatching(/:00:00\.000Z$/) },
          webhookPostsPerMinute: { ...amount, resetsAt: null },
        },
        sending: { isAllowed: true, reason: null },
      },
    },
  })
})
