import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'

/** The pg-boss schema of the dashboard's own work. */
export const workSchema = 'accounts_jobs'

/**
 * System e-mails to be written and sent: `{ emailId }`. The pauses grow from a minute to an hour, and there are more of
 * them than any e-mail is of use for. One whose process dies goes to another, which may send it a second time: SMTP
 * cannot tell. It has the same Message-ID then.
 */
export const systemEmailQueue = {
  name: 'system-emails',
  notify: true,
  heartbeatSeconds: 20,
  expireInSeconds: 900,
  retryLimit: 100,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 3600,
  deleteAfterSeconds: 3600,
} satisfies Queue

export interface SystemEmailJob extends CarriedTrace {
  emailId: string
}
