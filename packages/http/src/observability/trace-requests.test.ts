import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startTraceCollector, type TraceCollector } from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'

// A process of its own, so that the test reads its real output.
const script = `
  import { startTracing, withSpan } from '@waypost/telemetry'
  import { createApp } from '../create-app.ts'
  import { createLogger } from './logger.ts'
  import { standardErrorForm } from '../errors/standard-error-form.ts'

  const stop = await startTracing({ serviceName: 'tested', endpoint: process.argv[1], headers: {}, sampler: 'always_on',
    samplerRatio: 1, resourceAttributes: {}, onProblem: console.error })
  const logger = createLogger('test', 'info')
  const app = createApp({ logger, errorForm: standardErrorForm, trustProxy: false, corsOrigins: [] })
  app.get('/healthz', async () => ({}))
  app.post('/things/:id', async (request) => {
    logger.info('inside')
    await withSpan('query', {}, async () => {})
    return {}
  })
  app.get('/broken', async () => { throw new Error('told to the operator') })
  await app.listen({ port: 0 })
  const url = 'http://127.0.0.1:' + app.server.address().port
  const ask = (path, options) => fetch(url + path, options).then((response) => response.text())
  await ask('/healthz')
  await ask('/things/hush?token=hush', { method: 'POST', body: '{"a":"hush"}', headers: {
    'content-type': 'application/json', authorization: 'Bearer hush', traceparent: '00-${traceId}-${parentId}-01' } })
  await ask('/nowhere/hush')
  await ask('/broken')
  await app.close()
  await stop()
  logger.info('outside')
`

interface Line {
  msg: string
  trace_id?: string
  span_id?: string
  req?: { url: string }
}

let collector: TraceCollector
let lines: Line[]
beforeAll(async () => {
  collector = await startTraceCollector()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script, collector.url],
    { cwd: import.meta.dirname },
  )
  lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
})
afterAll(() => collector.close())

const spanNamed = (name: string) => collector.spans.find((span) => span.name === name)

test('a request continues the trace that it came with, and work done for it is part of its span', () => {
  const request = spanNamed('POST /things/:id')!
  expect(request).toMatchObject({
    kind: 'server',
    traceId,
    parentSpanId: parentId,
    isError: false,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/things/:id',
      'http.response.status_code': 200,
    },
  })
  expect(spanNamed('query')).toMatchObject({ traceId, parentSpanId: request.spanId })
})

test('a request without a trace starts one, and a server error marks its span', () => {
  expect(spanNamed('GET /broken')).toMatchObject({
    parentSpanId: undefined,
    isError: true,
    attributes: { 'error.type': '500' },
  })
})

test('a trace contains the route and no URL, and probes are not traced', () => {
  expect(collector.spans.map(({ name }) => name).toSorted()).toEqual([
    'GET',
    'GET /broken',
    'POST /things/:id',
    'query',
  ])
  expect(JSON.stringify(collector.spans)).not.toContain('hush')
})

test('each log line of a request names its span, and no other line names one', () => {
  const request = spanNamed('POST /things/:id')!
  const own = { trace_id: traceId, span_id: request.spanId }
  expect(lines.find(({ msg }) => msg === 'inside')).toMatchObject(own)
  expect(lines.find(({ req }) => req?.url.startsWith('/things'))).toMatchObject(own)
  const broken = spanNamed('GET /broken')!
  expect(lines.find(({ msg }) => msg === 'unexpected error')).toMatchObject({ span_id: broken.spanId })
  const outside = lines.filter(({ msg, req }) => msg === 'outside' || req?.url === '/healthz')
  expect(outside.map((line) => line.trace_id)).toEqual([undefined])
})
