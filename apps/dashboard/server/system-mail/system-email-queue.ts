import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'

/** The pg-boss schema of the dashboard's own work. */
export const workSchema = 'accounts_jobs'

/**
 * The queue of system e-mails to write and send: `{ emailId }`. The pauses between tries grow from a minute to an hour,
 * and the tries last longer than any e-mail is useful. If a process dies, another one may send its e-mail a second time
 * with the same Message-ID, because SMTP cannot prevent duplicates.
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
