/** What came back of the mail that an account has sent in the last seven days. */
export interface Returned {
  recipients: number
  bounces: number
  complaints: number
}

/** Days that count, today included. */
export const reputationDays = 7

// Shares of the recipients. Gmail and Yahoo refuse senders from 0.3 % complaints on.
const lowered = { bounces: 0.02, complaints: 0.001 }
const stopped = { bounces: 0.05, complaints: 0.003 }
// Fewer say nothing: one of ten recipients may have misspelled an address.
const leastRecipients = 50
const leastComplaints = 2

/** Whether an account may have only half of its recipients. */
export function isLowered({ recipients, bounces, complaints }: Returned): boolean {
  return (
    (recipients >= leastRecipients && bounces >= recipients * lowered.bounces) ||
    (complaints > 0 && complaints >= recipients * lowered.complaints)
  )
}

/** Why an account may send nothing more; undefined where it may. */
export function reasonToStop({ recipients, bounces, complaints }: Returned): string | undefined {
  if (recipients >= leastRecipients && bounces >= recipients * stopped.bounces)
    return `${bounces} of ${recipients} emails of the last ${reputationDays} days bounced`
  if (complaints >= leastComplaints && complaints >= recipients * stopped.complaints)
    return `${complaints} of ${recipients} recipients of the last ${reputationDays} days complained`
  return undefined
}
