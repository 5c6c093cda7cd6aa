import { testOpenApi } from '@waypost/http/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDescription } from './open-api.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

describe('the OpenAPI document', () => {
  const api = testOpenApi(() => service.app, apiDescription, [
    'GET /alias-links/{purpose}',
    'GET /dev/outbox',
    'GET /healthz',
    'GET /readyz',
    'GET /verify-forwarding',
    'POST /alias-links/{purpose}',
    'POST /verify-forwarding',
  ])

  test('each route documents its credentials, its scopes and the errors without them', () => {
    const create = api().operations.get('POST /api/v1/addresses')!
    expect(create.security).toEqual([{ apiKey: ['emails:write'] }, { jwt: ['emails:write'] }])
    expect(create.responses).toMatchObject({
      401: { description: 'API key is missing; or Invalid API key' },
      403: {
        description:
          'The API requires the Business plan; or Insufficient permissions. Required scopes: emails:write; or Alias limit reached: …',
      },
      429: { description: 'Rate limit exceeded' },
    })
    expect(api().operations.get('POST /api-keys')!.security).toEqual([{ jwt: [] }])
    expect(api().operations.get('PUT /admin/accounts/{ownerId}/plan')!.security).toEqual([{ adminToken: [] }])
  })

  test('each route documents its errors, with the nine statuses of the contract, 412 and 415 only', () => {
    expect(api().statuses('GET /api/v1/addresses')).toBe('200 400 401 403 429 500 503')
    expect(api().statuses('POST /api/v1/addresses')).toBe('201 400 401 403 409 413 415 429 500 503')
    expect(api().statuses('DELETE /api/v1/addresses/{id}')).toBe('200 400 401 403 404 429 500 503')
    const failures = [...api().operations.values()].flatMap(({ responses }) =>
      Object.keys(responses).filter((status) => status >= '400'),
    )
    expect([...new Set(failures)].toSorted().join(' ')).toBe('400 401 403 404 409 412 413 415 429 500 503')
  })

  test('an unready process is documented in the form in which it says so', () => {
    expect(api().operations.get('GET /readyz')!.responses[503]).toMatchObject({
      description: 'Not ready',
      content: { 'application/json': { schema: { properties: { status: { type: 'string' } } } } },
    })
  })

  test('every response under /api/v1 documents the rate limit headers', () => {
    const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    for (const [route, { responses }] of api().operations) {
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        const names = Object.keys(headers)
        if (route.includes('/api/v1/'))
          expect(names, `${route} ${status}`).toEqual(expect.arrayContaining(limits))
        if (status === '429') expect(names).toContain('Retry-After')
      }
    }
  })

  test('a list documents its total in the body, and the next page in a header', () => {
    const { responses } = api().operations.get('GET /api/v1/addresses')!
    expect(responses['200']!.headers).toHaveProperty('Link')
    expect(api().text).not.toContain('X-Total-Count')
  })

  test('the document names nothing of the automation service', () => {
    expect(api().text).not.toMatch(/automation|pipeline|gfac_|x-api-key|receivedValue/i)
  })

  test('/docs shows the document and loads nothing from elsewhere', async () => {
    const page = await service.app.inject({ url: '/docs' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('Waypost alias service')
    expect(page.body).not.toMatch(/(src|href)="https?:/)
  })
})
