import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'

/** A job whose runner sends no heartbeat for ten seconds goes to another one. */
const alive = {
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 100,
  retryDelay: 2,
  deleteAfterSeconds: 3600,
} satisfies Partial<Queue>

/** Intents to be matched with an automation, which takes a moment each. */
export const matchQueue = { name: 'intents', ...alive, expireInSeconds: 120 } satisfies Queue

/**
 * Intents for which an automation is to be generated in a browser; in a queue of their own, so that they do not delay
 * matches.
 */
export const generationQueue = { name: 'generations', ...alive, expireInSeconds: 900 } satisfies Queue

export interface IntentJob extends CarriedTrace {
  intentId: string
  /** Where the request was made; UTC without it. */
  timeZone?: string
}
