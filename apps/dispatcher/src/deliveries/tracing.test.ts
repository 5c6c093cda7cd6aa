import { eq } from 'drizzle-orm'
import { startTracing, withSpan } from '@waypost/telemetry'
import {
  startTraceCollector,
  startWebhookReceiver,
  type TraceCollector,
  type WebhookReceiver,
} from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliveries, deliveryAttempts, openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'
import type { Attempt } from './make-attempt.ts'

let bed: TestChannel
let receiver: WebhookReceiver
let collector: TraceCollector
let deliverer: Deliverer
let stopTracing: () => Promise<void>
const attempts: Attempt[] = []

beforeEach(async () => {
  attempts.length = 0
  bed = await openTestChannel()
  receiver = await startWebhookReceiver()
  collector = await startTraceCollector()
  deliverer = createDeliverer(bed.services, bed.channel, {
    concurrency: 8,
    onAttempt: (attempt) => attempts.push(attempt),
  })
})
afterEach(async () => {
  await stopTracing()
  await collector.close()
  await receiver.close()
  await bed.close()
})

async function trace(): Promise<void> {
  stopTracing = await startTracing({
    serviceName: 'tested',
    endpoint: collector.url,
    headers: {},
    sampler: 'always_on',
    samplerRatio: 1,
    resourceAttributes: {},
    onProblem: () => {},
  })
}

const spansNamed = (name: string) => collector.spans.filter((span) => span.name === name)
const sentTraceParents = () => receiver.requests.map(({ headers }) => headers['traceparent'])

test('every attempt is part of the trace that published the event, as its headers and its log entry show', async () => {
  await trace()
  await bed.registerWebhook(`${receiver.url}/hush?hush=1`)
  receiver.answer(503, 200)
  const [deliveryId] = await withSpan('request', {}, () => bed.publish())
  await bed.time.clock.tick(5000)
  expect(await deliverer.step()).toBe(1)
  await bed.time.clock.tick(30_000)
  expect(await deliverer.step()).toBe(1)
  await stopTracing()

  const [request] = spansNamed('request')
  const [publish] = spansNamed('publish automation_outbox')
  expect(publish).toMatchObject({
    kind: 'producer',
    parentSpanId: request!.spanId,
    attributes: { 'waypost.event': 'execution.started', 'messaging.batch.message_count': 1 },
  })
  const processed = spansNamed('process automation_outbox')
  expect(processed.map(({ kind, parentSpanId, isError }) => [kind, parentSpanId, isError])).toEqual([
    ['consumer', publish!.spanId, true],
    ['consumer', publish!.spanId, false],
  ])
  expect(processed.map(({ attributes }) => attributes['waypost.attempt'])).toEqual([1, 2])
  const sent = spansNamed('POST')
  const { origin, port } = new URL(receiver.url)
  expect(sent).toMatchObject([
    {
      kind: 'client',
      parentSpanId: processed[0]!.spanId,
      isError: true,
      attributes: { 'url.full': origin, 'http.response.status_code': 503, 'error.type': '503' },
    },
    {
      kind: 'client',
      parentSpanId: processed[1]!.spanId,
      isError: false,
      attributes: { 'server.port': Number(port), 'http.request.resend_count': 1 },
    },
  ])
  expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([request!.traceId]))

  const expected = sent.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`)
  expect(sentTraceParents()).toEqual(expected)
  const logged = await bed.owner
    .select({ headers: deliveryAttempts.requestHeaders })
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, deliveryId!))
    .orderBy(deliveryAttempts.number)
  expect(logged.map(({ headers }) => headers!['traceparent'])).toEqual(expected)
  expect(attempts.map((attempt) => attempt.trace)).toEqual(
    processed.map(({ traceId, spanId }) => ({ trace_id: traceId, span_id: spanId })),
  )
  expect(JSON.stringify(collector.spans)).not.toContain('hush')
})

test('an event published without tracing starts a trace at its delivery', async () => {
  stopTracing = async () => {}
  await bed.registerWebhook(receiver.url)
  const [deliveryId] = await bed.publish()
  const [row] = await bed.owner.select().from(deliveries).where(eq(deliveries.id, deliveryId!))
  expect(row!.traceParent).toBeNull()
  await trace()
  await bed.time.clock.tick(5000)
  await deliverer.step()
  await stopTracing()
  expect(spansNamed('process automation_outbox')).toMatchObject([{ parentSpanId: undefined }])
})

test('a dispatcher without tracing delivers a traced event and sends no trace context', async () => {
  await trace()
  await bed.registerWebhook(receiver.url)
  await withSpan('request', {}, () => bed.publish())
  await stopTracing()
  await bed.time.clock.tick(5000)
  await deliverer.step()
  expect(receiver.requests).toHaveLength(1)
  expect(sentTraceParents()).toEqual([undefined])
  expect(attempts[0]!.trace).toBeUndefined()
})
