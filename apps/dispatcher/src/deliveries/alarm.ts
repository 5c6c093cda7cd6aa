import type { Clock } from '@waypost/postgres'

/** A pause that can be interrupted, also by a `wake` between `arm` and the pause. */
export interface Alarm {
  /** After this call, `wake` ends the next pause. */
  arm(): void
  wake(): void
  /** Waits until `wake` is called, at most `ms`. */
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
