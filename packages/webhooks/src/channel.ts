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
}

export type EventSchemas = Record<string, z.ZodType>

/**
 * The one queue of every outbox. A job is one attempt. The dispatcher that holds it may die: after `expireInSeconds`,
 * which no attempt can take, the job goes to another one, as often as it must.
 */
export const deliveryQueue = {
  name: 'deliveries',
  notify: false,
  expireInSeconds: 20,
  retryLimit: 1_000_000,
  retryDelay: 0,
  deleteAfterSeconds: 3600,
} satisfies Queue
