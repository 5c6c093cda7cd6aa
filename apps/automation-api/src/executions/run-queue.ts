import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'

/** The pg-boss schema of the service's own jobs. */
export const workSchema = 'automation_jobs'

/**
 * Executions that wait for a runner. A job that a runner claimed and has not started within ten seconds goes to
 * another one. A run that has started no longer has a job, and is left to `endLostExecutions`.
 */
export const runQueue = {
  name: 'runs',
  heartbeatSeconds: 10,
  expireInSeconds: 3600,
  // With so many retries, a database that fails for an hour leaves no run waiting for ever.
  retryLimit: 2000,
  retryDelay: 2,
  deleteAfterSeconds: 3600,
} satisfies Queue

/** The Postgres channel that announces executions that are due at once: pg-boss notifies only its own workers. */
export const runsChannel = 'automation_runs'

/** In the form that pg-boss takes, which then refuses a claim that has gone to another runner. */
export interface ClaimedJob {
  id: string
  retryCount: number
}

export interface RunJob extends CarriedTrace {
  executionId: string
}
