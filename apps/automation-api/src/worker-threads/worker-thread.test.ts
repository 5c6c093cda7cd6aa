import type { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { createWorkerThread } from './create-worker-thread.ts'
import type { testCalls } from './test-calls.ts'

const open = (timeoutMs: number, idleMs?: number) =>
  createWorkerThread<typeof testCalls>(['double', 'threadId', 'fail', 'backtrack', 'exhaust'], {
    entry: new URL('test-calls.ts', import.meta.url),
    timeoutMs,
    memoryMiB: 32,
    ...(idleMs !== undefined && { idleMs }),
  })
// As short as a busy machine allows: a call that takes all of it keeps a processor busy.
const thread = open(3000)
const patient = open(60_000)
const brief = open(60_000, 0)
afterAll(() => Promise.all([thread.close(), patient.close(), brief.close()]))

it('a worker thread answers each call with its result', async () => {
  expect(await Promise.all([1, 2, 3].map((number) => patient.double(number)))).toEqual([2, 4, 6])
})

it('an error in a worker thread fails only its own call', async () => {
  await expect(patient.fail('not so')).rejects.toThrow('not so')
  expect(await patient.double(2)).toBe(4)
})

it('a call that passes its deadline is rejected, and the calls behind it are answered by another thread', async () => {
  const stuck = thread.backtrack()
  const behind = thread.double(5)
  // The calling thread is not blocked.
  await new Promise(setImmediate)
  await expect(stuck).rejects.toThrow('it takes more than 3000 ms')
  expect(await behind).toBe(10)
})

it('a call that needs more than the memory of its thread ends the thread, not the process', async () => {
  await expect(patient.exhaust()).rejects.toThrow('it takes more than 32 MiB')
  expect(await patient.double(4)).toBe(8)
})

it('calls that wait for one another are answered by the same thread, which ends after the last one', async () => {
  const ended = new Promise((resolve) => {
    process.once('worker', (worker: Worker) => worker.once('exit', resolve))
  })
  const [first, ...others] = await Promise.all([brief.threadId(), brief.threadId(), brief.threadId()])
  expect(others).toEqual([first, first])
  await ended
  expect(await brief.threadId()).not.toBe(first)
})

it('a thread does not end between calls that follow one another', async () => {
  const first = await patient.threadId()
  expect(await patient.threadId()).toBe(first)
})
