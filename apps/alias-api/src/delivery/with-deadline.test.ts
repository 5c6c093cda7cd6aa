import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDeadline } from './with-deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const untilAborted = (deadline: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason))
  })

test('work is told when its time is over', async () => {
  const work = withDeadline(10, untilAborted)
  vi.advanceTimersByTime(10)
  await expect(work).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
})

test.each([
  ['is done', () => Promise.resolve('done')],
  ['fails', () => Promise.reject(new Error('failed'))],
])('nothing waits for the deadline of work that %s before', async (_what, work) => {
  await withDeadline(10, work).catch(() => {})
  expect(vi.getTimerCount()).toBe(0)
})
