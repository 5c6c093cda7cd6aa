/** The size of a purge's next batch, and the pause before it. */
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
 * A purge works at most half of the time, so that most of the database is left to others. The duration of a batch
 * shows how busy the database is: after a slow batch comes a smaller one, after a pause of four times its duration.
 */
export function nextPace({ limit }: Pace, tookMs: number): Pace {
  if (tookMs > slowMs) return { limit: Math.max(leastRows, limit >> 1), pauseMs: 4 * tookMs }
  const pauseMs = Math.max(leastPauseMs, tookMs)
  return { limit: tookMs < quickMs ? Math.min(mostRows, 2 * limit) : limit, pauseMs }
}
