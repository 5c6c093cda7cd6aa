import type { Clock } from '@waypost/postgres'

/** A pause that can be interrupted, also by a `wake` between `arm` and the pause. */
export interface Alarm {
  /** After this call, `wake` ends the next pause. */
  arm(): void
  wake(): void
  /**
   * Waits until `wake` is called, at most `ms`.
   *
   * @returns whether it was
   */
  pause(ms: number): Promise<boolean>
}

export function createAlarm(clock: Clock): Alarm {
  let rung = Promise.withResolvers<boolean>()
  return {
    arm() {
      rung = Promise.withResolvers()
    },
    wake: () => rung.resolve(true),
    async pause(ms) {
      const timer = clock.setTimeout(() => rung.resolve(false), Math.max(0, ms))
      const isWoken = await rung.promise
      clock.clearTimeout(timer)
      return isWoken
    },
  }
}
