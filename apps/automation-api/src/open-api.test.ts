import type { AddressInfo } from 'node:net'
import { testOpenApi } from '@waypost/http/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDescription } from './open-api.ts'
import { launchBrowser } from './runner/browser/launch-browser.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

describe('the document of the API', () => {
  const api = testOpenApi(() => service.app, apiDescription, ['GET /healthz', 'GET /readyz'])

  test('shows each route’s credential and scopes, and its responses without them', () => {
    expect(api().operations.get('POST /webhooks')!.security).toEqual([{ jwt: [] }])
    expect(api().operations.get('POST /webhooks')!.responses).toMatchObject({
      401: { description: 'Unauthorized' },
    })
    const trigger = api().operations.get('POST /api/v1/automations/{id}/trigger')!
    const scopes = ['automation:execute']
    expect(trigger.security).toEqual([{ apiKeyHeader: scopes }, { apiKeyQuery: scopes }])
    expect(trigger.responses).toMatchObject({
      401: { description: 'API Key is missing; or Invalid API Key' },
      403: { description: 'Insufficient permissions. Required scopes: automation:execute' },
    })
  })

  test('shows how each route can fail', () => {
    expect(api().statuses('POST /api/v1/automations')).toBe('201 400 401 403 409 413 415 429 500 503')
    expect(api().statuses('GET /api/v1/automations/{id}')).toBe('200 304 400 401 403 404 429 500 503')
    expect(api().statuses('PATCH /api/v1/automations/{id}')).toBe(
      '200 400 401 403 404 412 413 415 429 500 503',
    )
    expect(api().statuses('DELETE /webhooks/{id}')).toBe('204 400 401 404 429 500')
    expect(api().statuses('POST /webhooks/{id}/test')).toBe('200 400 401 404 413 415 429 500 502 503')
    expect(api().statuses('POST /webhooks/{id}/recover')).toBe('202 400 401 404 409 413 415 429 500')
    expect(api().statuses('GET /api/v1/executions')).toBe('200 400 401 403 429 500')
  })

  test('shows which headers a route reads and writes', () => {
    const create = api().operations.get('POST /api/v1/automations')!
    expect(create.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }])
    expect(Object.keys(create.responses['201']!.headers!)).toEqual([
      'ETag',
      'Idempotency-Replayed',
      'RateLimit',
      'RateLimit-Policy',
      'X-Request-Id',
    ])
    const list = api().operations.get('GET /api/v1/executions')!
    expect(Object.keys(list.responses['200']!.headers!)).toEqual([
      'X-Total-Count',
      'Link',
      'RateLimit',
      'RateLimit-Policy',
      'X-Request-Id',
    ])
    const change = api().operations.get('PATCH /api/v1/automations/{id}')!
    expect(change.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' })
  })

  test('/docs shows the document in a browser without requests to other origins', async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    const browser = await launchBrowser()
    const page = await (await browser.newContext()).newPage()
    const asked: string[] = []
    const refused: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    await page.goto(`${origin}/docs`)
    // The document is long, and a busy machine takes its time to show it.
    await page.getByText('/api/v1/automations/{id}/trigger').waitFor({ timeout: 100_000 })
    expect(await page.locator('.opblock').count()).toBe(
      api().operations.size + Object.keys(api().events).length,
    )
    expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([])
    expect(refused).toEqual([])
    await browser.close()
  })
})
