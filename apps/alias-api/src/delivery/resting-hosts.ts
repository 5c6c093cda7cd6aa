import type { Clock } from '@waypost/postgres'

/** Hosts that did not answer in time, each of which would cost the next message the same time again, or asked for a pause. */
export interface RestingHosts {
  /** Why a host is left alone, as {@link RestingHosts.rest} was told; undefined where it is not. */
  whyResting(host: string): string | undefined
  /**
   * Leaves a host alone: for `restMs`, and twice as long after each further failure, up to a quarter of an hour. Conversations
   * that were begun before, and fail while it is left alone, are the same failure.
   */
  rest(host: string, why: string): void
  /** The host has answered. */
  wake(host: string): void
}

const longestMs = 900_000
const maxHosts = 10_000

export function createRestingHosts(clock: Pick<Clock, 'now'>, restMs: number): RestingHosts {
  const resting = new Map<string, { until: number; failures: number; why: string }>()
  const findResting = (host: string) => {
    const found = resting.get(host)
    return found && found.until > clock.now() ? found : undefined
  }
  return {
    whyResting: (host) => findResting(host)?.why,
    rest(host, why) {
      if (findResting(host)) return
      const failures = (resting.get(host)?.failures ?? 0) + 1
      // The newest last, so that the first is the one to drop.
      resting.delete(host)
      if (resting.size >= maxHosts) resting.delete(resting.keys().next().value!)
      const pauseMs = Math.min(longestMs, restMs * 2 ** (failures - 1))
      resting.set(host, { until: clock.now() + pauseMs, failures, why })
    },
    wake: (host) => void resting.delete(host),
  }
}
