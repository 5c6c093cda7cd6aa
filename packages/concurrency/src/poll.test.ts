import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { poll } from './poll.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const hourMs = 3_600_000

test('a work that knows of nothing is repeated after the longest pause, also where it fails', async () => {
  const work = vi.fn(async () => {
    if (work.mock.calls.length === 2) throw new Error('away')
  })
  const onError = vi.fn()
  const { stop } = poll(work, 5000, onError)
  await vi.advanceTimersByTimeAsync(4999)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(onError).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(3)
  await stop()
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(work).toHaveBeenCalledTimes(3)
})

test('a work is repeated when it is due by its own word, and after the longest pause at the latest', async () => {
  const dueInMs = [100.5, Infinity, -3, hourMs]
  const work = vi.fn(async () => ({ dueInMs: dueInMs.shift() ?? Infinity }))
  const { stop } = poll(work, 5000, () => {})
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5001)
  // The third was due at once again.
  expect(work).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(5)
  await stop()
})

test('who is woken while it works, works once more', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const { wake, stop } = poll(work, hourMs, () => {})
  wake()
  wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(2)
  ends[1]!()
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(2)
  wake()
  await vi.advanceTimersByTimeAsync(0)
  ends[2]!()
  await stop()
})

test('what is expected later than something else changes nothing', async () => {
  const work = vi.fn(async () => {})
  const { expect: expectWork, stop } = poll(work, 5000, () => {})
  await vi.advanceTimersByTimeAsync(0)
  expectWork(1000)
  expectWork(4000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(4999)
  expect(work).toHaveBeenCalledTimes(2)
  await stop()
})
