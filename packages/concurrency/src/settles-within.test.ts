import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settlesWithin } from './settles-within.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['is done', () => Promise.resolve('done')],
  ['fails', () => Promise.reject(new Error('failed'))],
])('work that %s in time has settled, and leaves no timer', async (_what, work) => {
  expect(await settlesWithin(10, work())).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('work that takes longer has not settled, and goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const inTime = settlesWithin(10, promise)
  vi.advanceTimersByTime(10)
  expect(await inTime).toBe(false)
  resolve('done')
  expect(await promise).toBe('done')
})
