import type { AddressInfo } from 'node:net'
import { Validator } from '@seriousme/openapi-schema-validator'
import { listRoutes } from '@waypost/http'
import { readOpenApi, type OpenApi } from '@waypost/testing'
import { automationChannel } from '@waypost/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDescription } from './open-api.ts'
import { launchBrowser } from './runner/browser/launch-browser.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let service: TestApp
let api: OpenApi

beforeAll(async () => {
  service = await startTestApp()
  api = await readOpenApi(service.app)
})
afterAll(() => service.close())

describe('/openapi.json', () => {
  test('is valid by the schema of OpenAPI 3.1', async () => {
    const document = JSON.parse(api.text) as { tags: { name: string }[] }
    expect(document).toMatchObject({ openapi: '3.1.0' })
    expect(await new Validator().validate(document)).toMatchObject({ valid: true })
    expect(new Set(document.tags.map(({ name }) => name)).size).toBe(document.tags.length)
  })

  test('has every route but those that show it and the one that is the issuer’s, each with a name, a summary and a group', () => {
    const shown = listRoutes(service.app)
      .filter((route) => !/^GET \/(docs|openapi)|^POST \/tokens\/revoke$/.test(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'))
    expect([...api.operations.keys()].toSorted()).toEqual(shown.toSorted())
    const names = new Set([...api.operations.values()].map(({ operationId }) => operationId))
    expect(names.size).toBe(api.operations.size)
    for (const { operationId, summary, tags } of api.operations.values()) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(summary).toBeTruthy()
      expect(tags).toHaveLength(1)
    }
  })

  test('says which credential and which scopes each route asks for, and how it refuses without', () => {
    expect(api.operations.get('POST /webhooks')!.security).toEqual([{ jwt: [] }])
    expect(api.operations.get('POST /webhooks')!.responses).toMatchObject({
      401: { description: 'Unauthorized' },
    })
    const trigger = api.operations.get('POST /api/v1/automations/{id}/trigger')!
    const scopes = ['automation:execute']
    expect(trigger.security).toEqual([{ apiKeyHeader: scopes }, { apiKeyQuery: scopes }])
    expect(trigger.responses).toMatchObject({
      401: { description: 'API Key is missing; or Invalid API Key' },
      403: { description: 'Insufficient permissions. Required scopes: automation:execute' },
    })
  })

  test('every route asks for a credential, but those that anybody may use', () => {
    const open = [...api.operations].flatMap(([route, { security }]) =>
      security.length === 0 ? [route] : [],
    )
    expect(open.toSorted()).toEqual(['GET /healthz', 'GET /readyz'])
  })

  test('says how each route can fail', () => {
    expect(api.statuses('POST /api/v1/automations')).toBe('201 400 401 403 409 413 415 500 503')
    expect(api.statuses('GET /api/v1/automations/{id}')).toBe('200 304 400 401 403 404 500 503')
    expect(api.statuses('PATCH /api/v1/automations/{id}')).toBe('200 400 401 403 404 412 413 415 500 503')
    expect(api.statuses('DELETE /webhooks/{id}')).toBe('204 400 401 404 500')
    expect(api.statuses('POST /webhooks/{id}/test')).toBe('200 400 401 404 413 415 500 502')
    expect(api.statuses('POST /webhooks/{id}/recover')).toBe('202 400 401 404 409 413 415 500')
    expect(api.statuses('GET /api/v1/executions')).toBe('200 400 401 403 500')
  })

  test('says which headers a route reads and writes', () => {
    const create = api.operations.get('POST /api/v1/automations')!
    expect(create.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }])
    expect(Object.keys(create.responses['201']!.headers!)).toEqual(['ETag', 'Idempotency-Replayed'])
    const list = api.operations.get('GET /api/v1/executions')!
    expect(Object.keys(list.responses['200']!.headers!)).toEqual(['X-Total-Count', 'Link'])
    const change = api.operations.get('PATCH /api/v1/automations/{id}')!
    expect(change.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' })
  })

  test('says what each event carries', () => {
    expect(api.events).toEqual(Object.keys(automationChannel.events))
  })

  test.each(Object.entries(apiDescription.schemas))('%s has an example that fits it', (_name, shape) => {
    expect(shape.schema.safeParse(shape.example)).toMatchObject({ success: true })
  })
})

test('/docs shows it in a browser that reaches nothing else', { timeout: 20_000 }, async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  const browser = await launchBrowser()
  const page = await (await browser.newContext()).newPage()
  const asked: string[] = []
  const refused: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await page.goto(`${origin}/docs`)
  await page.getByText('/api/v1/automations/{id}/trigger').waitFor({ timeout: 10_000 })
  expect(await page.locator('.opblock').count()).toBe(api.operations.size + api.events.length)
  expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([])
  expect(refused).toEqual([])
  await browser.close()
})
