/**
 * Upper bounds of the durations that are counted together, in milliseconds; one further bucket has what is longer. Counts of the
 * past week are stored by them: adding or moving one changes what those say.
 */
export const durationBounds = [
  10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000,
] as const

/** How many of these durations are in each bucket. */
export function countDurations(durationsMs: number[]): number[] {
  const counts = Array.from({ length: durationBounds.length + 1 }, () => 0)
  for (const durationMs of durationsMs) {
    const bucket = durationBounds.findIndex((bound) => durationMs <= bound)
    counts[bucket === -1 ? durationBounds.length : bucket]! += 1
  }
  return counts
}

/**
 * The duration that this share of the attempts did not exceed, in milliseconds, supposing that those of a bucket are spread
 * evenly over it. Null without attempts. An attempt longer than the last bound counts as that long.
 */
export function percentile(counts: number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let left = share * total
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && left <= count) {
      const from = durationBounds[bucket - 1] ?? 0
      const to = durationBounds[bucket] ?? from
      return Math.round(from + ((to - from) * left) / count)
    }
    left -= count
  }
  return durationBounds.at(-1)!
}
