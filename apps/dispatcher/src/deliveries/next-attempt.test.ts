import { describe, expect, test } from 'vitest'
import { newId } from '@waypost/postgres'
import { nextAttemptAt } from './next-attempt.ts'

const endedAt = new Date('2026-03-02T09:30:00.000Z')
const delayMs = 30_000
const dayMs = 86_400_000
const failed = (status: number | null, retryAfter?: string) => ({
  deliveryId: newId(),
  number: 1,
  endedAt,
  outcome: { status, retryAfter },
})
const waitOf = (attempt: ReturnType<typeof failed>, jitter = 0) =>
  nextAttemptAt(attempt, delayMs, jitter).getTime() - endedAt.getTime()

describe('a receiver that answers with Retry-After', () => {
  test.each<[status: number | null, retryAfter: string | undefined, waitMs: number]>([
    [429, '120', 120_000],
    [503, ' 120 ', 120_000],
    [429, 'Mon, 02 Mar 2026 09:35:00 GMT', 300_000],
    [429, '5', delayMs],
    [429, 'Mon, 02 Mar 2026 09:00:00 GMT', delayMs],
    [429, '9999999', dayMs],
    [503, 'Mon, 02 Mar 2030 09:00:00 GMT', dayMs],
    [429, '-5', delayMs],
    [429, '1e9', delayMs],
    [429, 'soon', delayMs],
    [429, undefined, delayMs],
    [500, '120', delayMs],
    [null, undefined, delayMs],
  ])('status %s and %j: the next attempt comes after %i ms', (status, retryAfter, waitMs) => {
    expect(waitOf(failed(status, retryAfter))).toBe(waitMs)
  })
})

test('jitter makes a delay longer by up to its share, and by the same for the same attempt', () => {
  const attempts = Array.from({ length: 200 }, () => failed(500))
  const waits = attempts.map((attempt) => waitOf(attempt, 0.2))
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(delayMs)
  expect(Math.max(...waits)).toBeLessThanOrEqual(1.2 * delayMs)
  expect(new Set(waits).size).toBeGreaterThan(100)
  expect(attempts.map((attempt) => waitOf(attempt, 0.2))).toEqual(waits)
  expect(waitOf({ ...attempts[0]!, number: 2 }, 0.2)).not.toBe(waits[0])
})
