import type { Queue } from 'pg-boss'
import type { z } from 'zod'

/**
 * How one service's events reach receivers. A channel is data: the dispatcher names no service, and each further
 * service is a further channel.
 */
export interface Channel<Events extends EventSchemas = EventSchemas> {
  /** The service's name, and its Postgres schema. */
  service: string
  /** The pg-boss schema of its deliveries, separate from the service's own jobs. */
  outboxSchema: string
  /** The events that the service publishes: event name → schema of `data`. */
  events: Events
  /** `timestamp` in the envelope: the event's time, not the attempt's. */
  timestamp: (at: Date) => string | number
  /** The contract's headers beyond Content-Type and the signatures. */
  headers: (attempt: { event: string; sentAt: Date }) => Record<string, string>
  /** In the syntax of `parseSchedule`; the operator may set another. */
  defaultSchedule: string
  onExhausted: Exhaustion
  /**
   * The service's message for a webhook that does not exist or belongs to somebody else; the message is the same for
   * both.
   */
  notFound: (noun: string) => string
}

export type EventSchemas = Record<string, z.ZodType>

/** What follows a delivery's last failed attempt: the delivery fails, or the whole webhook is disabled. */
type Exhaustion = 'abandon' | 'disable-webhook'

const outboxQueue = {
  notify: false,
  // Of jobs that dispatchers of a version before hold: dispatchers delete jobs when they claim them.
  expireInSeconds: 20,
  retryLimit: 1_000_000,
  retryDelay: 0,
} satisfies Partial<Queue>

/** Attempts that are due. A job is one attempt: `{ deliveryId, round }`. */
export const deliveryQueue = { ...outboxQueue, name: 'deliveries', partition: true } satisfies Queue

/** Attempts that become due later, in a queue of their own so that claims of due attempts do not read past them. */
export const deferredQueue = { ...outboxQueue, name: 'deferred', partition: true } satisfies Queue
