import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AutomationClient } from '../automation/automation-client.ts'
import {
  createTestClock,
  startScriptedService,
  type ScriptedService,
} from '../testing/start-scripted-service.ts'
import type { ResponseInfo } from './client-options.ts'
import { NotFoundError } from './errors.ts'

let service: ScriptedService
let responses: ResponseInfo[]
let waypost: AutomationClient
beforeEach(async () => {
  responses = []
  service = await startScriptedService(
    { status: 503, headers: { 'x-request-id': 'first' } },
    { status: 200, headers: { 'x-request-id': 'second', ratelimit: '"requests";r=599;t=42' }, body: [] },
    { status: 404, headers: { 'x-request-id': 'third' }, body: { message: 'Not found' } },
  )
  const onResponse = (response: ResponseInfo) => void responses.push(response)
  waypost = new AutomationClient({
    apiKey: 'key',
    baseUrl: service.url,
    clock: createTestClock(),
    onResponse,
  })
})
afterEach(() => service.close())

test('the status, the headers and the request id of every response can be seen, retries included', async () => {
  await waypost.automations.list({ limit: 5 }).page()
  expect(responses).toMatchObject([
    { method: 'GET', status: 503, requestId: 'first', attempt: 1 },
    { url: `${service.url}/api/v1/automations?limit=5`, status: 200, requestId: 'second', attempt: 2 },
  ])
  expect(responses[1]!.headers.get('ratelimit')).toBe('"requests";r=599;t=42')
})

test('one call can look at its own responses', async () => {
  const own: number[] = []
  await waypost.automations.status('one', { onResponse: ({ status }) => own.push(status) })
  expect([own, responses]).toEqual([[503, 200], []])
})

test('an error names its request, also when it is printed', async () => {
  await waypost.automations.status('one')
  const error: unknown = await waypost.automations.status('one').catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(NotFoundError)
  expect(error).toMatchObject({ requestId: 'third', message: '404 Not found (request third)' })
  expect(inspect(error)).toContain('404 Not found (request third)')
})
