import type { Clock } from '@waypost/postgres'

/** A pause that can be cut short, also by what happens between `arm` and the pause. */
export interface Alarm {
  /** From now on a call of `wake` is for the next pause. */
  arm(): void
  wake(): void
  /** Waits until it is woken, but not longer. */
  pause(ms: number): Promise<void>
}

export function createAlarm(clock: Clock): Alarm {
  let rung = Promise.withResolvers<void>()
  const wake = (): void => rung.resolve()
  return {
    arm() {
      rung = Promise.withResolvers()
    },
    wake,
    async pause(ms) {
      const timer = clock.setTimeout(wake, Math.max(0, ms))
      await rung.promise
      clock.clearTimeout(timer)
    },
  }
}
