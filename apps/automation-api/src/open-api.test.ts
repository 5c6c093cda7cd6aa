import type { AddressInfo } from 'node:net'
import { Validator } from '@seriousme/openapi-schema-validator'
import { listRoutes } from '@waypost/http'
import { automationChannel } from '@waypost/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDescription } from './open-api.ts'
import { launchBrowser } from './runner/browser/launch-browser.ts'
import { startTestApp, type TestApp } from './test-app.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  responses: Record<string, { description: string; headers?: object; content?: object }>
  parameters?: { $ref?: string; name?: string }[]
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, unknown>
  components: { responses: Operation['responses'] }
}

let service: TestApp
let operations: Map<string, Operation>
let events: string[]

beforeAll(async () => {
  service = await startTestApp()
  const document = (await read('/openapi.json')).json<Document>()
  events = Object.keys(document.webhooks)
  operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        resolve(operation, document.components.responses),
      ]),
    ),
  )
})
afterAll(() => service.close())

/** Of a failure that several routes have, what is told of it once. */
function resolve({ responses, ...operation }: Operation, shared: Operation['responses']): Operation {
  const entries = Object.entries(responses).map(([status, response]) => {
    const name = '$ref' in response ? String(response.$ref).split('/').at(-1) : undefined
    return [status, name === undefined ? response : shared[name]!]
  })
  return { ...operation, responses: Object.fromEntries(entries) as Operation['responses'] }
}

const statuses = (route: string) => Object.keys(operations.get(route)!.responses).join(' ')
const read = (url: string) => service.app.inject({ url })

describe('/openapi.json', () => {
  test('is valid by the schema of OpenAPI 3.1', async () => {
    const document = (await read('/openapi.json')).json<Record<string, unknown>>()
    expect(document).toMatchObject({ openapi: '3.1.0' })
    expect(await new Validator().validate(document)).toMatchObject({ valid: true })
  })

  test('has every route but those that show it and the one that is the issuer’s, each with a name, a summary and a group', () => {
    const shown = listRoutes(service.app)
      .filter((route) => !/^GET \/(docs|openapi)|^POST \/tokens\/revoke$/.test(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'))
    expect([...operations.keys()].toSorted()).toEqual(shown.toSorted())
    const names = new Set([...operations.values()].map(({ operationId }) => operationId))
    expect(names.size).toBe(operations.size)
    for (const { operationId, summary, tags } of operations.values()) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(summary).toBeTruthy()
      expect(tags).toHaveLength(1)
    }
  })

  test('says which credential and which scopes each route asks for, and how it refuses without', () => {
    expect(operations.get('POST /webhooks')!.security).toEqual([{ jwt: [] }])
    expect(operations.get('POST /webhooks')!.responses).toMatchObject({
      401: { description: 'Unauthorized' },
    })
    const trigger = operations.get('POST /api/v1/automations/{id}/trigger')!
    const scopes = ['automation:execute']
    expect(trigger.security).toEqual([{ apiKeyHeader: scopes }, { apiKeyQuery: scopes }])
    expect(trigger.responses).toMatchObject({
      401: { description: 'API Key is missing; or Invalid API Key' },
      403: { description: 'Insufficient permissions. Required scopes: automation:execute' },
    })
    expect(operations.get('GET /healthz')!.security).toEqual([])
  })

  test('says how each route can fail', () => {
    expect(statuses('POST /api/v1/automations')).toBe('201 400 401 403 409 413 415 500 503')
    expect(statuses('GET /api/v1/automations/{id}')).toBe('200 304 400 401 403 404 500 503')
    expect(statuses('PATCH /api/v1/automations/{id}')).toBe('200 400 401 403 404 412 413 415 500 503')
    expect(statuses('DELETE /webhooks/{id}')).toBe('204 400 401 404 500')
    expect(statuses('POST /webhooks/{id}/test')).toBe('200 400 401 404 413 415 500 502')
    expect(statuses('GET /api/v1/executions')).toBe('200 400 401 403 500')
  })

  test('says which headers a route reads and writes', () => {
    const create = operations.get('POST /api/v1/automations')!
    expect(create.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }])
    expect(Object.keys(create.responses['201']!.headers!)).toEqual(['ETag', 'Idempotency-Replayed'])
    const list = operations.get('GET /api/v1/executions')!
    expect(Object.keys(list.responses['200']!.headers!)).toEqual(['X-Total-Count', 'Link'])
    const change = operations.get('PATCH /api/v1/automations/{id}')!
    expect(change.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' })
  })

  test('says what each event carries', () => {
    expect(events).toEqual(Object.keys(automationChannel.events))
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
  expect(await page.locator('.opblock').count()).toBe(operations.size + events.length)
  expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([])
  expect(refused).toEqual([])
  await browser.close()
})
