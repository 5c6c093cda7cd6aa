import { expect, test } from 'vitest'
import { firstPace, nextPace } from './pace.ts'

const after = (...tookMs: number[]) => tookMs.reduce(nextPace, firstPace)

test('a purge pauses as long as it worked, so that it uses at most half of an idle database', () => {
  for (const tookMs of [50, 120, 399]) expect(after(tookMs).pauseMs).toBeGreaterThanOrEqual(tookMs)
  expect(after(0).pauseMs).toBeGreaterThan(0)
})

test('batches grow while the database is fast, up to a limit', () => {
  expect(after(10).limit).toBeGreaterThan(firstPace.limit)
  expect(after(...Array<number>(20).fill(10)).limit).toBe(5000)
})

test('on a busy database batches shrink and pauses are four times as long', () => {
  expect(after(1000)).toEqual({ limit: firstPace.limit / 2, pauseMs: 4000 })
  expect(after(...Array<number>(20).fill(1000)).limit).toBe(100)
})
