import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'

/**
 * Received emails that could not be forwarded as they were listed: `{ emailId }`. Where DNS does not say whether one is
 * what it says it is, it is asked again with growing pauses, for at least a day; after that the email stays where it is.
 * One whose process dies goes to another.
 */
export const forwardQueue = {
  name: 'forwards',
  notify: true,
  heartbeatSeconds: 20,
  expireInSeconds: 900,
  retryLimit: 60,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3600,
  deleteAfterSeconds: 3600,
} satisfies Queue

export interface ForwardJob extends CarriedTrace {
  emailId: string
}
