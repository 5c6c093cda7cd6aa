import { expect, test } from 'vitest'
import { countDurations, durationBounds, percentile } from './durations.ts'

test('a percentile lies in the same range as the duration that it stands for', () => {
  const durations = Array.from({ length: 1000 }, (_, index) => Math.round(1.01 ** index) % 9000)
  const sorted = durations.toSorted((one, other) => one - other)
  for (const share of [0.01, 0.25, 0.5, 0.75, 0.95, 0.99, 1]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1]!
    const bucket = durationBounds.findIndex((bound) => exact <= bound)
    const estimate = percentile(countDurations(durations), share)!
    expect(estimate).toBeGreaterThanOrEqual(durationBounds[bucket - 1] ?? 0)
    expect(estimate).toBeLessThanOrEqual(durationBounds[bucket]!)
  }
})

test('durations at a bound are below it, and those beyond the last count as that', () => {
  expect(percentile(countDurations([10, 10]), 1)).toBe(10)
  expect(percentile(countDurations([60_000]), 0.5)).toBe(10_000)
})

test('without attempts there is no percentile', () => {
  expect(percentile(countDurations([]), 0.5)).toBeNull()
  expect(percentile([], 0.5)).toBeNull()
})
