const unitsMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/**
 * Parses a retry schedule: `'5s,30s,2m'` → `[5000, 30000, 120000]`.
 *
 * The first delay runs from the event, each further one from the previous failure; there are as many attempts as
 * delays. Throws on anything other than one to twenty non-negative durations in `ms`, `s`, `m` or `h`.
 */
export function parseSchedule(text: string): number[] {
  const delays = text.split(',').map((part) => {
    const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(part.trim())
    if (!match) throw new Error('must be a list of durations such as 0s,30s,2m,1h')
    return Number(match[1]) * unitsMs[match[2]!]!
  })
  if (delays.length > 20) throw new Error('must have at most 20 durations')
  return delays
}
