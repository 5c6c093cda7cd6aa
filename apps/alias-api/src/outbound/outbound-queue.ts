import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'
import type { RetiredQueue } from '../work-queues/drain-retired-queues.ts'

/**
 * Attempts to send a message, due now or later: `{ outboundId }`. A job whose process dies is taken over by another,
 * which may send the message a second time, since SMTP cannot prevent that. Both copies are the same, Message-ID
 * included.
 */
export const outboundQueue = {
  name: 'outbound',
  notify: true,
  heartbeatSeconds: 20,
  expireInSeconds: 3600,
  retryLimit: 2000,
  retryDelay: 2,
  deleteAfterSeconds: 3600,
} satisfies Queue

/** The queue of the previous version. */
export const retiredOutboundQueue: RetiredQueue<CarriedTrace & { departureId: string }, OutboundJob> = {
  name: 'departures',
  read: ({ departureId, ...trace }) => ({ outboundId: departureId, ...trace }),
}

export interface OutboundJob extends CarriedTrace {
  outboundId: string
  /** How often it has been postponed without an attempt; absent: never. */
  postponed?: number
  /** Only the attempt with this number, from 0: a job that makes up for an attempt whose process died. */
  attempt?: number
}
