/** How a purge goes on: the size of its next batch, and the rest that it takes before. */
export interface Pace {
  limit: number
  pauseMs: number
}

const quickMs = 100
const slowMs = 400
const leastRows = 100
const mostRows = 5000
const leastPauseMs = 20

export const firstPace: Pace = { limit: 500, pauseMs: 0 }

/**
 * A purge works half of the time at most, so that what it leaves of a database is the larger half. How long a batch takes
 * says how busy the database is: a slow one is followed by a smaller one, after a rest of four times its length.
 */
export function nextPace({ limit }: Pace, tookMs: number): Pace {
  if (tookMs > slowMs) return { limit: Math.max(leastRows, limit >> 1), pauseMs: 4 * tookMs }
  const pauseMs = Math.max(leastPauseMs, tookMs)
  return { limit: tookMs < quickMs ? Math.min(mostRows, 2 * limit) : limit, pauseMs }
}
