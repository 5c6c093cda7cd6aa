import { expect, test } from 'vitest'
import { firstPace, nextPace } from './pace.ts'

const after = (...tookMs: number[]) => tookMs.reduce(nextPace, firstPace)

test('a purge rests as long as it worked, so that it takes half of a quiet database at most', () => {
  for (const tookMs of [50, 120, 399]) expect(after(tookMs).pauseMs).toBeGreaterThanOrEqual(tookMs)
  expect(after(0).pauseMs).toBeGreaterThan(0)
})

test('batches grow while the database is quick, up to a bound', () => {
  expect(after(10).limit).toBeGreaterThan(firstPace.limit)
  expect(after(...Array<number>(20).fill(10)).limit).toBe(5000)
})

test('where the database is busy, batches shrink and the rests are four times as long', () => {
  expect(after(1000)).toEqual({ limit: firstPace.limit / 2, pauseMs: 4000 })
  expect(after(...Array<number>(20).fill(1000)).limit).toBe(100)
})
