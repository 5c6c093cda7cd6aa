import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { Webhook } from './webhook.ts'

let service: TestApp
let receiver: WebhookReceiver
let headers: { authorization: string }
let webhook: Webhook

beforeAll(async () => {
  service = await startTestApp()
  headers = await service.person('ada')
})
afterAll(() => service.close())
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  const payload = { name: 'My hook', url: receiver.url, events: ['job.failed'] }
  const response = await service.app.inject({ method: 'POST', url: '/webhooks', headers, payload })
  webhook = response.json()
})
afterEach(() => receiver.close())

const runTest = () => service.app.inject({ method: 'POST', url: `/webhooks/${webhook._id}/test`, headers })
const readWebhook = async () =>
  (await service.app.inject({ url: `/webhooks/${webhook._id}`, headers })).json<Webhook>()
const health = (as = headers, id = webhook._id) =>
  service.app.inject({ url: `/webhooks/${id}/health`, headers: as })

describe('the health of a webhook', () => {
  test('has what became of its tests', async () => {
    await runTest()
    receiver.answer(503)
    await runTest()
    const found = (await health()).json<{ failingSince: string }>()
    expect(found).toMatchObject({
      failingSince: expect.any(String) as unknown,
      consecutiveFailures: 1,
      pending: { count: 0, oldestAt: null },
      last24Hours: { attempts: 2, successRate: 0.5, errors: [{ error: 503, count: 1 }] },
    })
    expect((await readWebhook()).failingSince).toBe(found.failingSince)
    receiver.answer(204)
    await runTest()
    expect((await health()).json()).toMatchObject({ failingSince: null, last7Days: { successRate: 2 / 3 } })
    expect(await readWebhook()).not.toHaveProperty('failingSince')
  })

  test('is shown to its owner only', async () => {
    const response = await health(await service.person('mallory'))
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { statusCode: 404, message: 'Webhook not found or unauthorized', error: 'Not Found' },
    ])
    expect((await health(headers, 'malformed')).statusCode).toBe(404)
  })
})
