import { systemClock, type Clock } from '@waypost/postgres'

/** Lets clients that wait for an answer go before background work on accepted mail. */
export interface Priority {
  /** Runs work that a client waits for. */
  first<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when few clients wait, and after a while in any case, so that background work makes progress. */
  second(): Promise<void>
}

export interface PriorityOptions {
  /** How many clients have to wait at once for background work to pause. */
  busyClients: number
  /** For how long it stays paused afterwards. */
  quietMs: number
  longestMs: number
  clock: Clock
}

const usual: PriorityOptions = { busyClients: 6, quietMs: 100, longestMs: 2000, clock: systemClock }
const pollMs = 25

export function createPriority({
  busyClients,
  quietMs,
  longestMs,
  clock,
}: PriorityOptions = usual): Priority {
  let waiting = 0
  let busyAt = -Infinity
  return {
    async first(work) {
      waiting += 1
      if (waiting >= busyClients) busyAt = clock.now()
      try {
        return await work()
      } finally {
        waiting -= 1
      }
    },
    async second() {
      const until = clock.now() + longestMs
      while (clock.now() < Math.min(until, busyAt + quietMs)) {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, pollMs))
      }
    },
  }
}
