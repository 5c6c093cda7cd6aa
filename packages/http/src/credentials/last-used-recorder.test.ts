import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLastUsedRecorder } from './last-used-recorder.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1000 })
})
afterEach(() => {
  vi.useRealTimers()
})

function startRecorder(write = async (_usedAt: Map<string, number>) => {}) {
  const batches: Record<string, number>[] = []
  const errors: unknown[] = []
  const recorder = createLastUsedRecorder(
    async (usedAt) => {
      batches.push(Object.fromEntries(usedAt))
      await write(usedAt)
    },
    { onError: (error) => errors.push(error) },
  )
  return { recorder, batches, errors }
}

test('the uses of one second are written together, each key once, with its latest use', async () => {
  const { recorder, batches } = startRecorder()
  recorder.record('one')
  await vi.advanceTimersByTimeAsync(400)
  recorder.record('two')
  recorder.record('one')
  await vi.advanceTimersByTimeAsync(599)
  expect(batches).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(batches).toEqual([{ one: 1400, two: 1400 }])
})

test('nothing is written when no key was used', async () => {
  const { recorder, batches } = startRecorder()
  recorder.record('one')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(batches).toHaveLength(1)
  await recorder.close()
  expect(batches).toHaveLength(1)
})

test('uses that could not be written are retried, and a later use replaces an earlier one', async () => {
  let fails = true
  const { recorder, batches, errors } = startRecorder(async () => {
    if (fails) throw new Error('the database is away')
  })
  recorder.record('one')
  recorder.record('two')
  await vi.advanceTimersByTimeAsync(1000)
  expect(errors).toEqual([new Error('the database is away')])
  fails = false
  await vi.advanceTimersByTimeAsync(500)
  recorder.record('two')
  await vi.advanceTimersByTimeAsync(500)
  expect(batches).toEqual([
    { one: 1000, two: 1000 },
    { one: 1000, two: 2500 },
  ])
})

test('writes follow one another: an earlier use never overwrites a later one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { recorder, batches } = startRecorder(() => promise)
  recorder.record('one')
  await vi.advanceTimersByTimeAsync(1000)
  recorder.record('one')
  await vi.advanceTimersByTimeAsync(5000)
  expect(batches).toEqual([{ one: 1000 }])
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(batches).toEqual([{ one: 1000 }, { one: 2000 }])
})

test('closing writes the remaining uses, waits for the write, and leaves no timer', async () => {
  const { recorder, batches } = startRecorder()
  recorder.record('one')
  await recorder.close()
  expect(batches).toEqual([{ one: 1000 }])
  expect(vi.getTimerCount()).toBe(0)
})

test('a database that stays unavailable does not keep the process from closing', async () => {
  const { recorder, errors } = startRecorder(() => Promise.reject(new Error('away')))
  recorder.record('one')
  await recorder.close()
  expect(errors).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})
