import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import type { Hook } from '../outside-world.ts'
import { scopes, type CreatedWebhook, type Webhook } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let person: Client
let hook: Hook
let created: CreatedWebhook
let listed: Webhook

beforeAll(async () => {
  service = await startService()
  person = service.person
})
beforeEach(async () => {
  hook = service.world.hook()
  created = await service.webhook(['automation.completed'], hook.url)
  const { secret: _, ...rest } = created
  listed = rest
})
afterAll(() => service.close())

test('POST /webhooks returns the webhook with its secret', async () => {
  const given = { name: 'mine', url: 'https://example.com/hook', events: ['job.failed', 'job.completed'] }
  const { status, body } = await person.post('/webhooks', given)
  expect(status).toBe(201)
  expect(body).toEqual({
    _id: expect.any(String),
    ...given,
    isActive: true,
    secret: expect.stringMatching(/^whsec_/),
    failureCount: 0,
    lastTriggeredAt: null,
    lastStatus: null,
    createdAt: expect.any(String),
  })
})
test('GET /webhooks returns the list of webhooks', async () => {
  const { status, body } = await person.get<Webhook[]>('/webhooks')
  expect(status).toBe(200)
  expect(body).toContainEqual(listed)
})
test('GET /webhooks/:id returns the webhook', async () => {
  const { status, body } = await person.get(`/webhooks/${created._id}`)
  expect({ status, body }).toEqual({ status: 200, body: listed })
})
test.each<Partial<Webhook>>([
  {},
  { name: 'renamed' },
  { url: 'https://example.com/other' },
  { events: ['job.failed'] },
  { isActive: false },
])('PATCH /webhooks/:id with %j returns the updated webhook', async (change) => {
  const { status, body } = await person.patch(`/webhooks/${created._id}`, change)
  expect({ status, body }).toEqual({ status: 200, body: { ...listed, ...change } })
})
test('PATCH /webhooks/:id with a secret replaces it and does not return it', async () => {
  const secret = 'a secret of one’s own'
  const { status, body } = await person.patch(`/webhooks/${created._id}`, { secret })
  expect({ status, body }).toEqual({ status: 200, body: listed })
})
test.each<object>([
  { failureCount: 0 },
  { lastStatus: 200 },
  { lastTriggeredAt: null },
  { createdAt: '2026-01-01T00:00:00Z' },
  { _id: '00000000-0000-0000-0000-000000000000' },
])('PATCH /webhooks/:id refuses %j, which cannot be changed', async (change) => {
  const [property] = Object.keys(change)
  const { status, body } = await person.patch(`/webhooks/${created._id}`, change)
  expect(status).toBe(400)
  expect(body).toMatchObject([{ property, constraints: { whitelistValidation: expect.any(String) } }])
})
test('DELETE /webhooks/:id deletes the webhook', async () => {
  const { status, body } = await person.delete(`/webhooks/${created._id}`)
  expect({ status, body }).toEqual({ status: 204, body: '' })
  expect((await person.get(`/webhooks/${created._id}`)).status).toBe(404)
})
test.each([200, 204, 302, 404, 500])(
  'POST /webhooks/:id/test: { status: %i }, the HTTP status code returned by the target URL',
  async (answer) => {
    hook.answer(answer)
    const { status, body } = await person.post(`/webhooks/${created._id}/test`)
    expect({ status, body }).toEqual({ status: 200, body: { status: answer } })
  },
)
test('POST /webhooks/:id/test sends webhook.test at once and only once', async () => {
  hook.answer(500)
  await person.post(`/webhooks/${created._id}/test`)
  expect(hook.requests).toHaveLength(1)
  expect(hook.requests[0]!.headers['x-service-event']).toBe('webhook.test')
})
test('POST /webhooks/:id/test answers 502 where the receiver does not respond', async () => {
  hook.answer(null)
  expect(await person.post(`/webhooks/${created._id}/test`)).toMatchObject({
    status: 502,
    body: { statusCode: 502, message: expect.any(String), error: 'Bad Gateway' },
  })
})

describe('a JWT is required and an API key refused by', () => {
  test.each([
    ['POST', '/webhooks'],
    ['GET', '/webhooks'],
    ['GET', '/webhooks/:id'],
    ['PATCH', '/webhooks/:id'],
    ['DELETE', '/webhooks/:id'],
    ['POST', '/webhooks/:id/test'],
  ])('%s %s', async (method, path) => {
    const url = path.replace(':id', created._id)
    const options = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
    const refused = { status: 401, body: { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' } }
    expect(await service.anonymous.request(method, url, options)).toMatchObject(refused)
    const key = await service.key(scopes)
    expect(await key.request(method, url, options)).toMatchObject(refused)
  })
})
