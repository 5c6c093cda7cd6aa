import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { automationEventNames, standardWebhookHeaders, verifyBody } from '@waypost/webhooks'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveries, deliveryAttempts, webhooks } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { Webhook } from './webhook.ts'

let service: TestApp
let receiver: WebhookReceiver
let headers: { authorization: string }
let webhook: Webhook & { secret: string }

beforeAll(async () => {
  service = await startTestApp()
  headers = await service.person('ada')
})
afterAll(() => service.close())
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  // It need not be subscribed to the event.
  const payload = { name: 'My hook', url: receiver.url, events: ['job.failed'] }
  const response = await service.app.inject({ method: 'POST', url: '/webhooks', headers, payload })
  webhook = response.json()
})
afterEach(() => receiver.close())

const runTest = (payload?: object) =>
  service.app.inject({
    method: 'POST',
    url: `/webhooks/${webhook._id}/test`,
    headers,
    ...(payload && { payload }),
  })
const readWebhook = async () =>
  (await service.app.inject({ url: `/webhooks/${webhook._id}`, headers })).json<Webhook>()
const pointTo = (url: string) =>
  service.services.db.update(webhooks).set({ url }).where(eq(webhooks.id, webhook._id))
const logOf = (webhookId: string) =>
  service.services.db
    .select()
    .from(deliveries)
    .innerJoin(deliveryAttempts, eq(deliveryAttempts.deliveryId, deliveries.id))
    .where(eq(deliveries.webhookId, webhookId))

describe('a webhook test', () => {
  test('sends an example of any event that the catalogue lists, and logs it as that event', async () => {
    const types = (await service.app.inject({ url: '/event-types', headers })).json<
      { name: string; example: object; schema: { type: string } }[]
    >()
    expect(types.map(({ name }) => name).toSorted()).toEqual([...automationEventNames].toSorted())
    expect(types.every(({ schema }) => schema.type === 'object')).toBe(true)
    const { example } = types.find(({ name }) => name === 'automation.failed')!
    expect((await runTest({ event: 'automation.failed' })).statusCode).toBe(200)
    const [request] = receiver.requests
    expect(request!.headers['x-service-event']).toBe('automation.failed')
    expect(JSON.parse(request!.body.toString())).toMatchObject({ event: 'automation.failed', data: example })
    expect((await logOf(webhook._id))[0]!.deliveries.event).toBe('automation.failed')
    expect((await runTest({ event: 'no.such' })).statusCode).toBe(400)
  })

  test('sends one webhook.test to the configured URL, with the headers of every delivery', async () => {
    expect((await runTest()).statusCode).toBe(200)
    const [request, ...more] = receiver.requests
    expect(more).toEqual([])
    expect(request!.path).toBe('/webhook')
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-event': 'webhook.test',
      'x-service-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      'webhook-signature': expect.stringMatching(/^v1,/) as unknown,
    })
    expect(request!.headers['webhook-id']).toBe(request!.headers['x-service-delivery'])
    expect(JSON.parse(request!.body.toString())).toStrictEqual({
      event: 'webhook.test',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      data: { message: expect.stringContaining('My hook') as unknown, webhookId: webhook._id },
    })
  })

  test('is signed with the secret, over the exact bytes', async () => {
    await runTest()
    const { body, headers: sent } = receiver.requests[0]!
    const signature = sent['x-service-signature'] as string
    expect(signature).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect(verifyBody(body, signature, webhook.secret)).toBe(true)
    expect(verifyBody(body, signature, `${webhook.secret}x`)).toBe(false)
  })

  test('is signed with the new secret after a rotation, and also with the old one while receivers may still have it', async () => {
    const payload = { secret: 'a secret of my own' }
    await service.app.inject({ method: 'PATCH', url: `/webhooks/${webhook._id}`, headers, payload })
    await runTest()
    const { body, headers: sent } = receiver.requests[0]!
    expect(verifyBody(body, sent['x-service-signature'] as string, 'a secret of my own')).toBe(true)
    const sentAt = new Date(Number(sent['webhook-timestamp']) * 1000)
    const { 'webhook-signature': byTheOldOne } = standardWebhookHeaders(
      sent['webhook-id'] as string,
      sentAt,
      body.toString(),
      [webhook.secret],
    )
    expect(sent['webhook-signature']).toBe(byTheOldOne)
  })

  test.each([200, 204, 302, 400, 404, 410, 500, 503])('returns the receiver’s status: %i', async (status) => {
    receiver.answer((response) => response.writeHead(status, { location: '/elsewhere' }).end())
    const response = await runTest()
    expect(response.statusCode).toBe(200)
    expect(response.json()).toStrictEqual({ status })
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/webhook'])
    expect((await readWebhook()).lastStatus).toBe(status)
  })

  test('takes no input', async () => {
    expect((await runTest({})).statusCode).toBe(200)
    const response = await runTest({ url: 'https://example.com' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([
      {
        property: 'url',
        constraints: { whitelistValidation: 'url should not exist' },
        receivedValue: 'https://example.com',
      },
    ])
    expect(receiver.requests).toHaveLength(1)
  })

  test('may announce a JSON body and send none', async () => {
    const announced = { ...headers, 'content-type': 'application/json' }
    const url = `/webhooks/${webhook._id}/test`
    const response = await service.app.inject({ method: 'POST', url, headers: announced })
    expect(response.statusCode).toBe(200)
  })
})

const badGateway = (name: string) => ({
  statusCode: 502,
  message: `The target URL did not answer: ${name}`,
  error: 'Bad Gateway',
})

describe('a test of an unreachable target', () => {
  test('is a 502 when nothing listens', async () => {
    const gone = await startWebhookReceiver()
    await gone.close()
    await pointTo(gone.url)
    const response = await runTest()
    expect(response.statusCode).toBe(502)
    expect(response.json()).toStrictEqual(badGateway('connection_refused'))
  })

  test('is a 502 when it hangs up', async () => {
    receiver.answer((response) => response.destroy())
    const response = await runTest()
    expect(response.statusCode).toBe(502)
    expect(response.json()).toStrictEqual(badGateway('connection_reset'))
  })

  test('is a 502 when its address has become a forbidden one, and nothing is sent', async () => {
    await pointTo('http://10.0.0.1/')
    const response = await runTest()
    expect(response.statusCode).toBe(502)
    expect(response.json()).toStrictEqual(badGateway('blocked_address'))
    expect((await readWebhook()).lastStatus).toBe('blocked_address')
  })
})

describe('the log of webhook tests', () => {
  test('has a delivery with one attempt for a test that succeeded', async () => {
    receiver.answer((response) => response.writeHead(201).end('thank you'))
    await runTest()
    const [{ deliveries: delivery, delivery_attempts: attempt } = {}, ...more] = await logOf(webhook._id)
    expect(more).toEqual([])
    expect(delivery).toMatchObject({
      id: receiver.requests[0]!.headers['x-service-delivery'],
      ownerId: 'ada',
      event: 'webhook.test',
      body: receiver.requests[0]!.body.toString(),
      status: 'delivered',
      nextAttemptAt: null,
      endedAt: expect.any(Date) as unknown,
    })
    expect(attempt).toMatchObject({
      number: 1,
      status: 201,
      error: null,
      responseBody: 'thank you',
      durationMs: expect.any(Number) as unknown,
    })
    expect(attempt!.requestHeaders).toMatchObject({
      'x-service-signature': receiver.requests[0]!.headers['x-service-signature'],
    })
    expect(JSON.stringify(attempt!.requestHeaders)).not.toContain(webhook.secret)
  })

  test.each<[what: string, arrange: () => unknown, attempt: object]>([
    ['was refused', () => receiver.answer(500), { status: 500, error: null, responseBody: 'answered 500' }],
    [
      'was not answered',
      () => receiver.answer((response) => response.destroy()),
      { status: null, error: 'connection_reset', responseBody: null },
    ],
  ])('shows that a test %s, which is not retried', async (_what, arrange, attempt) => {
    arrange()
    await runTest()
    const [row] = await logOf(webhook._id)
    expect(row!.deliveries).toMatchObject({ status: 'failed', nextAttemptAt: null })
    expect(row!.delivery_attempts).toMatchObject(attempt)
    const jobs = await service.database
      .connectAsOwner()
      .pool.query<{ count: string }>('select count(*) from automation_outbox.job')
    expect(jobs.rows[0]!.count).toBe('0')
  })
})

test('every failed test counts one failure, and one success resets the count', async () => {
  expect(await readWebhook()).toMatchObject({ failureCount: 0, lastStatus: null, lastTriggeredAt: null })
  const told: unknown[] = []
  for (const answer of [500, 404, 200, 503]) {
    receiver.answer(answer)
    const before = Date.now()
    await runTest()
    const { failureCount, lastStatus, lastTriggeredAt } = await readWebhook()
    told.push([failureCount, lastStatus])
    expect(Date.parse(lastTriggeredAt!)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(lastTriggeredAt!)).toBeLessThanOrEqual(Date.now())
  }
  expect(told).toEqual([
    [1, 500],
    [2, 404],
    [0, 200],
    [1, 503],
  ])
})
