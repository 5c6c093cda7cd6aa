import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'
import type { RetiredQueue } from '../work-queues/drain-retired-queues.ts'

/**
 * Accepted messages that wait to be parsed and listed: `{ messageId }`. A job whose process dies is taken over after
 * ten seconds.
 */
export const inboundQueue = {
  name: 'inbound',
  notify: true,
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  // Enough retries for a database outage of an hour, so that no mail stays unlisted.
  retryLimit: 2000,
  retryDelay: 2,
  deleteAfterSeconds: 3600,
} satisfies Queue

/** The large messages, each of which takes seconds; the small ones do not wait for them. */
export const largeInboundQueue = { ...inboundQueue, name: 'large-inbound' } satisfies Queue

/** The queues of the previous version. */
export const retiredInboundQueue: RetiredQueue<InboundJob, InboundJob> = {
  name: 'arrivals',
  read: (job) => job,
}
export const retiredLargeInboundQueue = { ...largeInboundQueue, name: 'large-arrivals' } satisfies Queue

export interface InboundJob extends CarriedTrace {
  messageId: string
  /** One of those who receive it; absent in jobs of the version before. */
  ownerId?: string
}
