import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'
import type { RetiredQueue } from '../work-queues/drain-retired-queues.ts'

/**
 * Messages that were accepted and wait to be read and listed: `{ messageId }`. One whose process dies goes to another
 * after ten seconds.
 */
export const inboundQueue = {
  name: 'inbound',
  notify: true,
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  // A database that refuses for an hour leaves no mail behind that nobody lists.
  retryLimit: 2000,
  retryDelay: 2,
  deleteAfterSeconds: 3600,
} satisfies Queue

/** The large ones among them, each of which takes seconds: nobody who writes a line waits for them. */
export const largeInboundQueue = { ...inboundQueue, name: 'large-inbound' } satisfies Queue

/** As versions before enqueue them. */
export const retiredInboundQueue: RetiredQueue<InboundJob, InboundJob> = {
  name: 'arrivals',
  read: (job) => job,
}
export const retiredLargeInboundQueue = { ...largeInboundQueue, name: 'large-arrivals' } satisfies Queue

export interface InboundJob extends CarriedTrace {
  messageId: string
}
