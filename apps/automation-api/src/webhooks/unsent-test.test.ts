import { startWebhookReceiver } from '@waypost/testing'
import { createWatchedLookup } from '@waypost/webhooks'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { deliveries, deliveryAttempts, webhooks } from '../db/tables.ts'
import { startTestApp } from '../test-app.ts'

test('a test of a webhook that DNS keeps from being sent is a 503, and counts for nothing', async () => {
  let isDnsAway = true
  const lookup = async () => {
    if (isDnsAway) throw Object.assign(new Error('not resolved'), { code: 'EAI_AGAIN' })
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const { app, services, person, close } = await startTestApp({
    lookup: createWatchedLookup({ lookup, isAnswering: async () => !isDnsAway }),
  })
  onTestFinished(close)
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.close())
  const headers = await person('ada')
  const payload = { name: 'My hook', url: receiver.url, events: ['job.failed'] }
  const { _id: id } = (await app.inject({ method: 'POST', url: '/webhooks', headers, payload })).json<{
    _id: string
  }>()
  const url = receiver.url.replace('127.0.0.1', 'receiver.test')
  await services.db.update(webhooks).set({ url }).where(eq(webhooks.id, id))
  const runTest = () => app.inject({ method: 'POST', url: `/webhooks/${id}/test`, headers })

  const response = await runTest()
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('10')
  expect(response.json()).toStrictEqual({
    statusCode: 503,
    message:
      'The test was not sent, because DNS does not answer here. That is not a fault of the target URL.',
    error: 'Service Unavailable',
  })
  const log = await services.db
    .select()
    .from(deliveries)
    .innerJoin(deliveryAttempts, eq(deliveryAttempts.deliveryId, deliveries.id))
  expect(log).toMatchObject([
    { deliveries: { status: 'cancelled', failedAttempts: 0 }, delivery_attempts: { error: 'dns_error' } },
  ])
  const webhook = (await app.inject({ url: `/webhooks/${id}`, headers })).json<object>()
  expect(webhook).toMatchObject({ lastStatus: null, failureCount: 0 })

  isDnsAway = false
  expect((await runTest()).statusCode).toBe(200)
  expect(receiver.requests).toHaveLength(1)
})
