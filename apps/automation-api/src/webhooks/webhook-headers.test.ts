import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { Webhook } from './webhook.ts'

let service: TestApp
let receiver: WebhookReceiver
let headers: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
  headers = await service.person('ada')
})
afterAll(() => service.close())
beforeEach(async () => {
  receiver = await startWebhookReceiver()
})
afterEach(() => receiver.close())

const token = 'Bearer e5f1c7a0'
const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
  service.app.inject({ method, url, headers, payload })
const create = async () =>
  (
    await send('POST', '/webhooks', {
      name: 'My hook',
      url: receiver.url,
      events: ['job.failed'],
      headers: { Authorization: token },
    })
  ).json<Webhook>()

test('a test is sent with the headers of the webhook, and its log does not show their values', async () => {
  receiver.answer((response) => response.writeHead(200).end(`you sent ${token}`))
  const { _id: id } = await create()
  expect((await send('POST', `/webhooks/${id}/test`, {})).statusCode).toBe(200)
  expect(receiver.requests[0]!.headers['authorization']).toBe(token)
  const log = await service.app.inject({ url: `/webhooks/${id}/deliveries`, headers })
  expect(log.body).not.toContain('e5f1c7a0')
  expect(log.json()).toMatchObject([
    {
      attempts: [{ requestHeaders: { authorization: '[redacted]' }, responseBody: 'you sent [redacted]' }],
    },
  ])
})

test('a refusal does not repeat a value', async () => {
  const { _id: id } = await create()
  const wrong = { headers: { 'X-Tenant': 'e5f1c7a0\u0007' } }
  const response = await send('PATCH', `/webhooks/${id}`, wrong)
  expect(response.json()).toStrictEqual([
    {
      property: 'headers',
      constraints: { isHeaders: 'headers must have a visible ASCII text as x-tenant' },
      receivedValue: '[redacted]',
    },
  ])
  const mistyped = await send('PATCH', `/webhooks/${id}`, { headers: { 'X-Tenant': 170 } })
  expect(mistyped.statusCode).toBe(400)
  expect(mistyped.json()).toMatchObject([{ receivedValue: '[redacted]' }])
})
