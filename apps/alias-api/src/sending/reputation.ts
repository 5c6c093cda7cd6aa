/** What came back of the mail that an account has sent in the last seven days. */
export interface Returned {
  recipients: number
  bounces: number
  complaints: number
}

/** Days that count, today included. */
export const reputationDays = 7

// Shares of the recipients.
const lowered = { bounces: 0.02, complaints: 0.001 }
// Fewer say nothing: one of ten recipients may have misspelled an address.
const leastRecipients = 50

/** Whether an account may have only half of its recipients. */
export function isLowered({ recipients, bounces, complaints }: Returned): boolean {
  return (
    (recipients >= leastRecipients && bounces >= recipients * lowered.bounces) ||
    (complaints > 0 && complaints >= recipients * lowered.complaints)
  )
}
