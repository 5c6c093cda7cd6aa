import { systemClock, type Clock } from '@waypost/postgres'

/** Lets those who hand over mail go before those who only work on what is there already. */
export interface Priority {
  /** Does what somebody is waiting for on the line. */
  first<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when hardly anybody waits on the line, and after a while in any case: what is there is to get on, too. */
  second(): Promise<void>
}

export interface PriorityOptions {
  /** How many have to wait at once for others to make room for them. */
  crowd: number
  /** For how long after that. */
  calmMs: number
  longestMs: number
  clock: Clock
}

const usual: PriorityOptions = { crowd: 6, calmMs: 100, longestMs: 2000, clock: systemClock }
const pollMs = 25

export function createPriority({ crowd, calmMs, longestMs, clock }: PriorityOptions = usual): Priority {
  let waiting = 0
  let crowdedAt = -Infinity
  return {
    async first(work) {
      waiting += 1
      if (waiting >= crowd) crowdedAt = clock.now()
      try {
        return await work()
      } finally {
        waiting -= 1
      }
    },
    async second() {
      const until = clock.now() + longestMs
      while (clock.now() < Math.min(until, crowdedAt + calmMs)) {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, pollMs))
      }
    },
  }
}
