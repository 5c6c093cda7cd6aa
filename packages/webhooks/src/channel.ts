import type { Queue } from 'pg-boss'
import type { z } from 'zod'

/**
 * How one service's events reach receivers. A channel is data: the dispatcher knows no service by name, and a
 * further service is a further channel.
 */
export interface Channel<Events extends EventSchemas = EventSchemas> {
  /** The service's name, and its Postgres schema. */
  service: string
  /** The pg-boss schema that its deliveries wait in, apart from the service's own work. */
  outboxSchema: string
  /** What the service publishes: event name → the shape of its `data`. */
  events: Events
  /** `timestamp` in the envelope: that of the event, not of the attempt. */
  timestamp: (at: Date) => string | number
  /** The contract's headers beyond Content-Type and the signatures. */
  headers: (attempt: { event: string; sentAt: Date }) => Record<string, string>
  /** As `parseSchedule` reads it, unless the operator sets another. */
  defaultSchedule: string
  onExhausted: Exhaustion
  /** How the service says that there is no such thing, or that it is somebody else's: the two are not told apart. */
  notFound: (noun: string) => string
}

export type EventSchemas = Record<string, z.ZodType>

/** What follows a delivery's last failed attempt: it is given up, or the whole webhook is disabled. */
type Exhaustion = 'abandon' | 'disable-webhook'

const outboxQueue = {
  notify: false,
  // Longer than any attempt can take: after that the dispatcher that holds the job is gone, and another one gets it.
  expireInSeconds: 20,
  retryLimit: 1_000_000,
  retryDelay: 0,
} satisfies Partial<Queue>

/** Attempts that are due. A job is one attempt: `{ deliveryId, round }`. */
export const deliveryQueue = { ...outboxQueue, name: 'deliveries', partition: true } satisfies Queue

/** Attempts that are due later: apart, so that nobody has to look through them for what is due now. */
export const deferredQueue = { ...outboxQueue, name: 'deferred', partition: true } satisfies Queue
