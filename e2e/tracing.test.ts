import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  createJwtIssuer,
  createTestDatabase,
  startTraceCollector,
  startWebhookReceiver,
  type JwtIssuer,
  type TestDatabase,
  type TraceCollector,
  type WebhookReceiver,
} from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '@waypost/testing'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'

let database: TestDatabase
let issuer: JwtIssuer
let collector: TraceCollector
let receiver: WebhookReceiver
let aliasUrl: string
let authorization: string
const processes: ChildProcess[] = []

async function start(entry: string, environment: Record<string, string>): Promise<void> {
  const child = fork(fileURLToPath(new URL(`../apps/${entry}`, import.meta.url)), {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      EGRESS_ALLOW: '127.0.0.0/8',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      LOG_LEVEL: 'warn',
      ...environment,
    },
  })
  processes.push(child)
  await once(child, 'message')
}

const stopAll = () =>
  Promise.all(
    processes.splice(0).map(async (child) => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    }),
  )

beforeAll(async () => {
  ;[database, issuer, collector, receiver] = await Promise.all([
    createTestDatabase(),
    createJwtIssuer(),
    startTraceCollector(),
    startWebhookReceiver(),
  ])
  const port = String(await findFreePort())
  aliasUrl = `http://127.0.0.1:${port}`
  authorization = `Bearer ${await issuer.token('ada')}`
  await Promise.all([
    start('alias-api/src/api.ts', {
      ALIAS_PORT: port,
      JWT_JWKS_URL: issuer.jwksUrl,
      JWT_ISSUER: issuer.issuer,
    }),
    start('dispatcher/src/main.ts', { DISPATCHER_PORT: '0' }),
  ])
})
afterAll(async () => {
  await stopAll()
  await Promise.all([receiver.close(), collector.close(), issuer.close(), database.drop()])
})

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(aliasUrl + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
}

test('one trace spans the caller, the API, the queue, the dispatcher and the receiver', async () => {
  await post('/api/v1/webhooks', { url: receiver.url, events: ['address.created'] })
  await post('/api/v1/addresses', {}, { traceparent: `00-${traceId}-${parentId}-01` })
  const [received] = await receiver.waitForRequests(1)
  // Processes export their remaining spans before they exit.
  await stopAll()

  const spans = collector.spans.filter((span) => span.traceId === traceId)
  const found = (name: string) => spans.find((span) => span.name === name)!
  const request = found('POST /api/v1/addresses')
  const publish = found('publish alias_outbox')
  const processed = found('process alias_outbox')
  const sent = found('POST')
  expect(
    [request, publish, processed, sent].map((span) => [span.service, span.kind, span.parentSpanId]),
  ).toEqual([
    ['alias-api', 'server', parentId],
    ['alias-api', 'producer', request.spanId],
    ['dispatcher', 'consumer', publish.spanId],
    ['dispatcher', 'client', processed.spanId],
  ])
  expect(received!.headers['traceparent']).toBe(`00-${traceId}-${sent.spanId}-01`)
  const body = JSON.parse(received!.body.toString()) as { data: { address: string } }
  expect(JSON.stringify(collector.spans)).not.toContain(body.data.address)
})
