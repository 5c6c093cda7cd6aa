import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startTraceCollector, type TraceCollector } from '@waypost/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { continueTrace, currentSpan, openSpan, startTracing, withSpan, type TracingOptions } from './index.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'
const traceParent = `00-${traceId}-${parentId}-01`

let collector: TraceCollector
let stop: () => Promise<void>
const problems: string[] = []

const start = async (changes: Partial<TracingOptions> = {}) => {
  stop = await startTracing({
    serviceName: 'tested',
    endpoint: collector.url,
    headers: {},
    sampler: 'parentbased_always_on',
    samplerRatio: 1,
    resourceAttributes: {},
    onProblem: (problem) => problems.push(problem),
    ...changes,
  })
}

beforeEach(async () => {
  problems.length = 0
  stop = async () => {}
  collector = await startTraceCollector()
})
afterEach(async () => {
  await stop()
  await collector.close()
})

describe('while tracing is on', () => {
  test('a span is exported with its parent, its attributes and its resource', async () => {
    await start({
      headers: { authorization: 'Bearer hush' },
      resourceAttributes: { 'deployment.environment.name': 'test', 'service.name': 'not this' },
    })
    await continueTrace(traceParent, 'process', { kind: 'consumer' }, (outer) =>
      withSpan('POST', { kind: 'client', attributes: { 'server.address': 'example.com' } }, async (span) => {
        expect(span!.traceParent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
        expect(currentSpan()).toBe(span)
        expect(outer!.ids.trace_id).toBe(traceId)
        span!.set({ 'http.response.status_code': 204 })
      }),
    )
    expect(currentSpan()).toBeUndefined()
    await stop()

    const outer = await collector.waitForSpan('process')
    const inner = await collector.waitForSpan('POST')
    expect(outer).toMatchObject({ service: 'tested', kind: 'consumer', traceId, parentSpanId: parentId })
    expect(inner).toMatchObject({
      kind: 'client',
      traceId,
      parentSpanId: outer.spanId,
      attributes: { 'server.address': 'example.com', 'http.response.status_code': 204 },
      isError: false,
    })
    expect(collector.headers[0]).toMatchObject({ authorization: 'Bearer hush' })
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'tested',
      'service.namespace': 'waypost',
      'deployment.environment.name': 'test',
    })
  })

  test('a failed span is marked with the kind of error, without its message', async () => {
    await start()
    await expect(withSpan('work', {}, () => Promise.reject(new TypeError('hush')))).rejects.toThrow('hush')
    await stop()
    const span = await collector.waitForSpan('work')
    expect(span).toMatchObject({ kind: 'internal', isError: true, attributes: { 'error.type': 'TypeError' } })
    expect(JSON.stringify(collector.spans)).not.toContain('hush')
  })

  test.each([
    undefined,
    null,
    '',
    'hello',
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-${parentId}-01`,
    `${traceParent}-more`,
    traceParent.toUpperCase(),
  ])('the invalid trace context %s starts a new trace', async (given) => {
    await start()
    await continueTrace(given, 'work', {}, async () => {})
    await stop()
    const span = await collector.waitForSpan('work')
    expect(span.traceId).not.toBe(traceId)
    expect(span.parentSpanId).toBeUndefined()
  })

  test('a trace context of a later version is continued', async () => {
    await start()
    await continueTrace(`cc-${traceId}-${parentId}-01-later`, 'work', {}, async () => {})
    await stop()
    expect(await collector.waitForSpan('work')).toMatchObject({ traceId, parentSpanId: parentId })
  })

  test('a trace that its caller does not sample is not exported, and continues as unsampled', async () => {
    await start()
    const span = openSpan(traceParent.replace(/1$/, '0'), 'dropped', {})!
    expect(span.traceParent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
    span.end()
    openSpan(undefined, 'kept', {})!.end()
    await stop()
    await collector.waitForSpan('kept')
    expect(collector.spans.map(({ name }) => name)).toEqual(['kept'])
  })

  test.each([
    ['always_off', 1, 0],
    ['traceidratio', 0, 0],
    ['traceidratio', 1, 1],
    ['parentbased_always_off', 1, 1],
    ['always_on', 0, 1],
  ] as const)('the sampler %s with %d keeps %d of one', async (sampler, samplerRatio, kept) => {
    await start({ sampler, samplerRatio })
    await continueTrace(traceParent, 'work', {}, async () => {})
    await stop()
    expect(collector.spans).toHaveLength(kept)
  })

  test('a collector that cannot be reached is reported, and the process ends all the same', async () => {
    await start({ endpoint: 'http://127.0.0.1:9', timeoutMs: 300 })
    await withSpan('work', {}, async () => {})
    await stop()
    expect(problems.join(' ')).toMatch(/ECONNREFUSED|Timeout/i)
  })
})

// Prints which modules of OpenTelemetry are loaded when the process ends.
const script = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      if (found.url.includes('opentelemetry')) loaded.add(found.url)
      return found
    },
  })
  const { openSpan, startTracing, withSpan } = await import('./index.ts')
  if (process.argv[1]) {
    const stop = await startTracing({ serviceName: 'x', endpoint: process.argv[1], headers: {}, sampler: 'always_on',
      samplerRatio: 1, resourceAttributes: {}, onProblem() {} })
    await stop()
  }
  const inside = await withSpan('work', {}, async (span) => span === undefined)
  console.log(JSON.stringify({ loaded: loaded.size, isWithout: inside && openSpan(undefined, 'work', {}) === undefined }))
`
const runScript = async (...parameters: string[]) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script, ...parameters],
    { cwd: import.meta.dirname },
  )
  return JSON.parse(stdout) as { loaded: number; isWithout: boolean }
}

test('while tracing is off OpenTelemetry is not loaded, and work has no span', async () => {
  const [off, on] = await Promise.all([runScript(), runScript(collector.url)])
  expect(off).toEqual({ loaded: 0, isWithout: true })
  expect(on.loaded).toBeGreaterThan(10)
})
