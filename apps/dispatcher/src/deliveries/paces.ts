import type { Clock } from '@waypost/postgres'

/** The webhooks with a rate limit that have been given their deliveries of this moment, and when they may have the next. */
export interface Paces {
  pause(webhookId: string, ms: number): void
  isPaused(webhookId: string): boolean
  /** Removes those that may have more now, and returns whether there were any. */
  takeDue(): boolean
  /** Time until the first of them may have more; Infinity where none is paused. */
  waitMs(): number
}

export function createPaces(clock: Pick<Clock, 'now'>): Paces {
  const pausedUntil = new Map<string, number>()
  return {
    pause(webhookId, ms) {
      pausedUntil.set(webhookId, clock.now() + ms)
    },
    isPaused: (webhookId) => (pausedUntil.get(webhookId) ?? -Infinity) > clock.now(),
    takeDue() {
      const due = [...pausedUntil].filter(([, until]) => until <= clock.now())
      for (const [webhookId] of due) pausedUntil.delete(webhookId)
      return due.length > 0
    },
    waitMs: () => Math.min(...pausedUntil.values()) - clock.now(),
  }
}
