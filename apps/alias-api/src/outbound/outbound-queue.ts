import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'

/**
 * Attempts to send, due now or later: `{ departureId }`. One whose process dies goes to another, which may send the
 * message a second time: SMTP cannot tell. It is the same message then, with the same Message-ID.
 */
export const outboundQueue = {
  name: 'departures',
  notify: true,
  heartbeatSeconds: 20,
  expireInSeconds: 3600,
  retryLimit: 2000,
  retryDelay: 2,
  deleteAfterSeconds: 3600,
} satisfies Queue

export interface OutboundJob extends CarriedTrace {
  departureId: string
}
