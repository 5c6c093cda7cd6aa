import type { Queue } from 'pg-boss'

/**
 * Received emails that a rule wants forwarded: `{ emailId }`. Where DNS does not say whether one is what it says it is,
 * it is asked again with growing pauses, for about two hours; after that the email stays where it is.
 */
export const forwardQueue = {
  name: 'forwards',
  notify: true,
  expireInSeconds: 900,
  retryLimit: 8,
  retryDelay: 30,
  retryBackoff: true,
  deleteAfterSeconds: 3600,
} satisfies Queue

export interface ForwardJob {
  emailId: string
}
