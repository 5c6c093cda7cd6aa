import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { remoteService } from '../remote-service.ts'
import { scopes } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService()
  key = await service.key(scopes)
})
afterAll(() => service.close())

const automations = '/api/v1/automations'
const actions = [{ name: 'open', type: 'navigate', url: 'https://example.com' }]

describe('an error has the body { statusCode, message, error }', () => {
  test('400 Bad Request for a body that is not JSON', async () => {
    const { status, body } = await key.post(automations, '{"name":')
    expect({ status, body }).toEqual({
      status: 400,
      body: { statusCode: 400, message: expect.any(String), error: 'Bad Request' },
    })
  })
  test('401 Unauthorized for a request without an API key', async () => {
    const { status, body } = await service.anonymous.get(automations)
    expect({ status, body }).toEqual({
      status: 401,
      body: { statusCode: 401, message: 'API Key is missing', error: 'Unauthorized' },
    })
  })
  test('401 Unauthorized for an invalid API key', async () => {
    const { status, body } = await service.anonymous.get(automations, { 'x-api-key': 'gfac_' })
    expect({ status, body }).toEqual({
      status: 401,
      body: { statusCode: 401, message: 'Invalid API Key', error: 'Unauthorized' },
    })
  })
  test('403 Forbidden for a key without the scope', async () => {
    const reader = await service.key(['automation:read'])
    const { status, body } = await reader.post(automations, { name: 'a', actions })
    expect({ status, body }).toEqual({
      status: 403,
      body: {
        statusCode: 403,
        message: 'Insufficient permissions. Required scopes: automation:write',
        error: 'Forbidden',
      },
    })
  })
  test('404 Not Found for a resource that does not exist', async () => {
    const { status, body } = await key.get(`${automations}/${randomUUID()}/status`)
    expect({ status, body }).toEqual({
      status: 404,
      body: { statusCode: 404, message: 'Automation not found or unauthorized', error: 'Not Found' },
    })
  })
  test('404 Not Found for an id that is none', async () => {
    const { status, body } = await key.get(`${automations}/x/status`)
    expect({ status, body }).toEqual({
      status: 404,
      body: { statusCode: 404, message: 'Automation not found or unauthorized', error: 'Not Found' },
    })
  })
  test('404 Not Found for an unknown path', async () => {
    const { status, body } = await key.get('/nowhere')
    expect({ status, body }).toEqual({
      status: 404,
      body: { statusCode: 404, message: 'Cannot GET /nowhere', error: 'Not Found' },
    })
  })
  test('409 Conflict for an automation that is already running', async () => {
    const { id } = await service.automation(key, service.world.endlessUrl)
    await key.post(`${automations}/${id}/trigger`)
    const { status, body } = await key.post(`${automations}/${id}/trigger`)
    expect({ status, body }).toEqual({
      status: 409,
      body: { statusCode: 409, message: 'Automation is already running', error: 'Conflict' },
    })
    await key.post(`${automations}/${id}/stop`)
  })
  test('413 Payload Too Large for a body over 1 MiB', async () => {
    const { status, body } = await key.post(automations, { name: 'x'.repeat(1024 * 1024) })
    expect({ status, body }).toEqual({
      status: 413,
      body: { statusCode: 413, message: expect.any(String), error: 'Payload Too Large' },
    })
  })
  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    '415 Unsupported Media Type for %s',
    async (type) => {
      const { status, body } = await key.post(automations, 'name=a', { 'content-type': type })
      expect({ status, body }).toEqual({
        status: 415,
        body: { statusCode: 415, message: expect.any(String), error: 'Unsupported Media Type' },
      })
    },
  )

  // The suite breaks only a service that it started itself.
  if (!remoteService) {
    test('500 Internal Server Error for an unexpected error, without its details', async () => {
      await service.local!.execute('alter table automation.automations rename to gone')
      const { status, body } = await key.get(automations)
      await service.local!.execute('alter table automation.gone rename to automations')
      expect({ status, body }).toEqual({
        status: 500,
        body: { statusCode: 500, message: 'Internal Server Error', error: 'Internal Server Error' },
      })
      expect((await key.get(automations)).status).toBe(200)
    })
  }
})

describe('invalid input gets a list of { property, constraints, receivedValue }', () => {
  const newWebhook = { name: 'w', url: 'https://example.com/', events: ['job.failed'] }

  test.each<[property: string, rule: string, received: unknown, given: object]>([
    ['name', 'isDefined', null, { name: undefined }],
    ['name', 'isString', 5, { name: 5 }],
    ['name', 'isNotEmpty', '', { name: '' }],
    ['name', 'maxLength', 'x'.repeat(101), { name: 'x'.repeat(101) }],
    ['url', 'isUrl', 'nowhere', { url: 'nowhere' }],
    ['events', 'isArray', 'job.failed', { events: 'job.failed' }],
    ['events', 'arrayMinSize', [], { events: [] }],
    ['events.1', 'isIn', 'job.paused', { events: ['job.failed', 'job.paused'] }],
    ['isActive', 'whitelistValidation', true, { isActive: true }],
    ['secret', 'whitelistValidation', '[redacted]', { secret: 'my own secret' }],
  ])(
    'POST /webhooks: %s breaks %s, with the received value %j',
    async (property, rule, receivedValue, given) => {
      const { status, body } = await service.person.post('/webhooks', { ...newWebhook, ...given })
      expect(status).toBe(400)
      expect(body).toEqual([{ property, constraints: { [rule]: expect.any(String) }, receivedValue }])
    },
  )
  test.each<[property: string, rule: string, change: object]>([
    ['actions.0.url', 'isUrl', { url: 'nowhere' }],
    ['actions.0.timeoutMs', 'isInt', { timeoutMs: 1.5 }],
    ['actions.0.selectors', 'whitelistValidation', { selectors: ['#a'] }],
    ['actions.0.type', 'isIn', { type: 'customStep' }],
    ['actions.0.type', 'isIn', { type: 'waitForExpression' }],
  ])('POST /api/v1/automations: %s breaks %s', async (property, rule, change) => {
    const given = { name: 'a', actions: [{ ...actions[0], ...change }] }
    const { status, body } = await key.post(automations, given)
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property, constraints: { [rule]: expect.any(String) } }])
  })
  test.each([
    ['limit', 'isInt', 'many'],
    ['limit', 'max', '101'],
    ['limit', 'min', '0'],
    ['offset', 'isInt', '-1'],
    ['cursor', 'matches', 'x'],
    ['status', 'isIn', 'sleeping'],
    ['automationId', 'isUuid', 'x'],
  ])('GET /api/v1/executions: %s breaks %s with %s', async (property, rule, value) => {
    const { status, body } = await key.get(`/api/v1/executions?${property}=${value}`)
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property, constraints: { [rule]: expect.any(String) } }])
  })
  test('each of several invalid properties has an entry', async () => {
    const { status, body } = await service.person.post('/api-keys', { name: 1, scopes: 2, more: 3 })
    expect(status).toBe(400)
    const properties = (body as unknown as { property: string }[]).map(({ property }) => property)
    expect(properties.toSorted()).toEqual(['more', 'name', 'scopes'])
  })
  test.each([
    ['NUL', 'a\0b'],
    ['a lone surrogate', '\uD800'],
  ])('text with %s is refused', async (_, name) => {
    const { status, body } = await service.person.patch('/webhooks/x', { name })
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property: 'name', constraints: { isWellFormed: expect.any(String) } }])
  })
  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00::1]/',
    'http://0x0a000001/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://example.com:22/',
  ])('the URL %s, which webhooks and browsers may not reach, is refused', async (url) => {
    const refused = { constraints: { isUrl: expect.any(String) } }
    const webhook = await service.person.post('/webhooks', { ...newWebhook, url })
    expect(webhook).toMatchObject({ status: 400, body: [{ property: 'url', ...refused }] })
    const automation = await key.post(automations, { name: 'a', actions: [{ ...actions[0], url }] })
    expect(automation.status).toBe(400)
    expect(automation.body).toMatchObject([{ property: 'actions.0.url' }])
  })
  test('credentials in a URL are refused, and the response does not repeat them', async () => {
    const url = 'https://user:hunter2@example.com/'
    const { status, body } = await service.person.post('/webhooks', { ...newWebhook, url })
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property: 'url', receivedValue: '[redacted]' }])
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })
})
