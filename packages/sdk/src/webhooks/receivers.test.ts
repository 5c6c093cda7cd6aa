import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attemptHeaders, automationChannel, generateSecret } from '@waypost/webhooks'
import { expressWebhooks } from './express-webhooks.ts'
import { fastifyWebhooks } from './fastify-webhooks.ts'
import { fetchWebhooks } from './fetch-webhooks.ts'
import type { WebhookEvent } from './webhook-event.ts'
import type { WebhookReceiverOptions } from './webhook-receiver.ts'

const secret = generateSecret()
let received: WebhookEvent[]
let isBroken: boolean
beforeEach(() => {
  received = []
  isBroken = false
})
const options: WebhookReceiverOptions = {
  secret,
  maxBytes: 1000,
  onEvent(event) {
    if (isBroken) throw new Error('out of order')
    received.push(event)
  },
}

const body = JSON.stringify({
  event: 'webhook.test',
  timestamp: '2026-03-02T09:30:00.000Z',
  data: { message: 'Grüße', webhookId: 'one' },
})
const sign = (signed: string) =>
  attemptHeaders(
    automationChannel,
    { deliveryId: 'first', event: 'webhook.test', body: signed, sentAt: new Date() },
    secret,
  )

async function post(
  url: string,
  payload: string,
  headers: Record<string, string | string[]>,
): Promise<{ status: number; body: string }> {
  // On a connection of its own: the one on which Hono's server has refused a body is closed half a second later, whatever
  // it is used for by then.
  const request = send(url, { method: 'POST', headers, agent: false }).end(payload)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, body: await text(response) }
}

/** Starts an app with a receiver at `/hooks` and an ordinary JSON route at `/echo`. */
type Start = () => Promise<{ url: string; close(): Promise<void> }>

async function startNode(listener: (request: never, response: never) => unknown): ReturnType<Start> {
  const server = createServer(listener as never).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function startHono(): ReturnType<Start> {
  const receive = fetchWebhooks(options)
  const app = new Hono()
    .post('/hooks', (context) => receive(context.req.raw))
    .post('/echo', async (context) => context.json(await context.req.json()))
    .onError((error, context) => context.text(error.message, 500))
  return startNode(getRequestListener(app.fetch.bind(app)))
}

function startExpress(): ReturnType<Start> {
  const app = express()
    .post('/hooks', expressWebhooks(options))
    .post('/raw', express.raw({ type: '*/*' }), expressWebhooks(options))
    .use(express.json())
    .post('/echo', (request, response) => void response.json(request.body))
    .post('/parsed', expressWebhooks(options))
    .use(((error: Error, _request, response, _next) => {
      response.status(500).json({ message: error.message })
    }) as express.ErrorRequestHandler)
  return startNode(app as never)
}

async function startFastify(): ReturnType<Start> {
  const app = fastify()
  await app.register(fastifyWebhooks, { ...options, path: '/hooks' })
  app.post('/echo', async (request) => request.body)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => app.close() }
}

const json = { 'content-type': 'application/json' }

describe.each<[string, Start]>([
  ['Hono', startHono],
  ['Express', startExpress],
  ['Fastify', startFastify],
])('%s', (_name, start) => {
  let app: Awaited<ReturnType<Start>>
  beforeAll(async () => {
    app = await start()
  })
  afterAll(() => app.close())
  const deliver = (payload: string, headers: Record<string, string | string[]>) =>
    post(`${app.url}/hooks`, payload, headers)

  test('accepts a genuine delivery and responds with 204', async () => {
    expect(await deliver(body, sign(body))).toEqual({ status: 204, body: '' })
    expect(received).toEqual([{ ...JSON.parse(body), deliveryId: 'first' }])
  })

  test('responds with 401 to an untrusted delivery, and shows only the reason', async () => {
    const { 'x-service-signature': _taken, ...unsigned } = sign(body)
    const twice = { ...sign(body), 'x-service-signature': ['sha256=00', 'sha256=11'] }
    const refused = [
      [await deliver(body.replace('one', 'two'), sign(body)), 'wrong_signature'],
      [await deliver(JSON.stringify(JSON.parse(body), null, 1), sign(body)), 'reserialized_body'],
      [await deliver(body.slice(0, -1), sign(body)), 'truncated_body'],
      [await deliver('', json), 'missing_header'],
      [await deliver(body, { ...unsigned, 'webhook-id': [] }), 'missing_header'],
      [await deliver(body, twice), 'duplicate_header'],
    ] as const
    for (const [answer, code] of refused) {
      expect(answer.status, code).toBe(401)
      expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String), code })
      expect(answer.body).not.toContain(secret)
    }
    expect(received).toEqual([])
  })

  test('responds with 400 to a genuine delivery without an event', async () => {
    expect(await deliver('[]', sign('[]'))).toMatchObject({ status: 400 })
    expect(received).toEqual([])
  })

  test('responds with 413 to a body that is too large', async () => {
    const large = JSON.stringify({ ...JSON.parse(body), data: { message: 'x'.repeat(300_000) } })
    expect(await deliver(large, sign(large))).toMatchObject({ status: 413 })
    expect(await deliver(body, sign(body))).toMatchObject({ status: 204 })
    expect(received).toHaveLength(1)
  })

  test('responds with 500 when the handler fails, so that the event is sent again', async () => {
    isBroken = true
    expect(await deliver(body, sign(body))).toMatchObject({ status: 500 })
    isBroken = false
    expect(await deliver(body, sign(body))).toMatchObject({ status: 204 })
  })

  test('does not change the parsers of other routes', async () => {
    const answer = await post(`${app.url}/echo`, body, json)
    expect(JSON.parse(answer.body)).toEqual(JSON.parse(body))
  })

  test('does not start without a secret', async () => {
    const given = { ...options, secret: undefined as never }
    expect(() => fetchWebhooks(given)).toThrow('There is no secret')
    expect(() => expressWebhooks(given)).toThrow('There is no secret')
    await expect(
      fastify()
        .register(fastifyWebhooks, { ...given, path: '/' })
        .ready(),
    ).rejects.toThrow('There is no secret')
  })
})

describe('Express with a parser before the receiver', () => {
  test('uses the bytes of express.raw(), and explains the error with express.json()', async () => {
    const app = await startExpress()
    expect(await post(`${app.url}/raw`, body, sign(body))).toMatchObject({ status: 204 })
    const parsed = await post(`${app.url}/parsed`, body, sign(body))
    expect(parsed).toMatchObject({ status: 500 })
    expect(parsed.body).toContain('before any parser')
    await app.close()
  })
})
