import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'
import type { RetiredQueue } from '../work-queues/drain-retired-queues.ts'

/**
 * Attempts to send, due now or later: `{ outboundId }`. One whose process dies goes to another, which may send the
 * message a second time: SMTP cannot tell. It is the same message then, with the same Message-ID.
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

/** As versions before enqueue it. */
export const retiredOutboundQueue: RetiredQueue<CarriedTrace & { departureId: string }, OutboundJob> = {
  name: 'departures',
  read: ({ departureId, ...trace }) => ({ outboundId: departureId, ...trace }),
}

export interface OutboundJob extends CarriedTrace {
  outboundId: string
}
