import type { Clock } from '@waypost/postgres'

/** Hosts that did not answer in time, each of which would cost the next message the same time again. */
export interface RestingHosts {
  isResting(host: string): boolean
  /** Leaves a host alone: for `restMs`, and twice as long after each further failure, up to a quarter of an hour. */
  rest(host: string): void
  /** The host has answered. */
  wake(host: string): void
}

const longestMs = 900_000
const maxHosts = 10_000

export function createRestingHosts(clock: Pick<Clock, 'now'>, restMs: number): RestingHosts {
  const resting = new Map<string, { until: number; failures: number }>()
  return {
    isResting: (host) => (resting.get(host)?.until ?? 0) > clock.now(),
    rest(host) {
      const failures = (resting.get(host)?.failures ?? 0) + 1
      // The newest last, so that the first is the one to drop.
      resting.delete(host)
      if (resting.size >= maxHosts) resting.delete(resting.keys().next().value!)
      const pauseMs = Math.min(longestMs, restMs * 2 ** (failures - 1))
      resting.set(host, { until: clock.now() + pauseMs, failures })
    },
    wake: (host) => void resting.delete(host),
  }
}
