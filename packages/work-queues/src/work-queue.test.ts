import { carryTrace, currentSpan, startTracing, withSpan, type Span } from '@waypost/telemetry'
import { startTraceCollector, waitFor } from '@waypost/testing'
import { expect, test } from 'vitest'
import { openQueueBed, queue, type Job } from './test-queue.ts'

const { bed, add, work } = openQueueBed()

test('jobs are done as they are announced, and without a look in between', async () => {
  const done = new Set<number>()
  const stop = await work({ atATime: 40 }, async ({ number }) => void done.add(number))
  // The queue is empty, and the worker waits.
  await add(1)
  await waitFor('the first job', () => done.size === 1)
  await add(500)
  await waitFor('all jobs', () => done.size === 500)
  await stop()
})

test('a job that fails is retried, and the others of its batch are done once', async () => {
  const attempts = new Map<number, number>()
  const failures: Job[] = []
  const retried: number[] = []
  const attempt = async ({ number }: Job, retries: number) => {
    if (retries > 0) retried.push(number, retries)
    attempts.set(number, (attempts.get(number) ?? 0) + 1)
    if (number === 3 && attempts.get(3) === 1) throw new Error('not yet')
  }
  await add(10)
  const stop = await work({ atATime: 10 }, attempt, (_error, job) => failures.push(job))
  await waitFor('the second attempt', () => attempts.get(3) === 2)
  await stop()
  expect([...attempts.values()].toSorted()).toEqual([...Array<number>(9).fill(1), 2])
  expect(failures).toEqual([{ number: 3 }])
  expect(retried).toEqual([3, 1])
})

test('a slow job takes up one place, and delays no other job', async () => {
  await add(100)
  const done: number[] = []
  const ended = Promise.withResolvers<void>()
  const stop = await work({ atATime: 4 }, async ({ number }) => {
    if (number === 0) await ended.promise
    done.push(number)
  })
  await waitFor('the others', () => done.length === 99)
  ended.resolve()
  await stop()
  expect(done.at(-1)).toBe(0)
})

test('no more jobs are in progress than the worker has places', async () => {
  await add(30)
  let inProgress = 0
  let most = 0
  let done = 0
  const stop = await work({ atATime: 3 }, async () => {
    inProgress += 1
    most = Math.max(most, inProgress)
    await new Promise((resolve) => setImmediate(resolve))
    inProgress -= 1
    done += 1
  })
  await waitFor('all jobs', () => done === 30)
  await stop()
  expect(most).toBe(3)
})

test('a stopped worker has finished its jobs, and claims none after', async () => {
  await add(10)
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let finished = 0
  const stop = await work({ atATime: 2 }, async () => {
    begun.resolve()
    await ended.promise
    finished += 1
  })
  await begun.promise
  const stopped = stop()
  ended.resolve()
  await stopped
  const left = await bed.queues.boss.findJobs(queue)
  expect(left.map(({ state }) => state)).toEqual(Array.from({ length: 10 - finished }, () => 'created'))
})

test('a job continues the trace of its enqueuer, and a job without one starts a trace', async () => {
  const collector = await startTraceCollector()
  const stopTracing = await startTracing({
    serviceName: 'tested',
    endpoint: collector.url,
    headers: {},
    sampler: 'always_on',
    samplerRatio: 1,
    resourceAttributes: {},
    onProblem: () => {},
  })
  const spans = new Map<number, Span>()
  await add(1)
  await withSpan('request', {}, () =>
    bed.queues.boss.insert(queue, [{ data: { number: 1, ...carryTrace() } }]),
  )
  const attempt = async ({ number }: Job) => {
    spans.set(number, currentSpan()!)
    if (number === 1) throw new TypeError('hush')
  }
  const stop = await work({ atATime: 10 }, attempt)
  await waitFor('both jobs', () => spans.size === 2)
  await stop()
  await stopTracing()
  const request = await collector.waitForSpan('request')
  const spanOf = (number: number) =>
    collector.spans.find(({ spanId }) => spanId === spans.get(number)!.ids.span_id)
  expect(spanOf(1)).toMatchObject({
    name: 'process tested',
    kind: 'consumer',
    traceId: request.traceId,
    parentSpanId: request.spanId,
    isError: true,
  })
  expect(spanOf(0)).toMatchObject({ parentSpanId: undefined, isError: false })
  expect(JSON.stringify(collector.spans)).not.toContain('hush')
  await collector.close()
})
