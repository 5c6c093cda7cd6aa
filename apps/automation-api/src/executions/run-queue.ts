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

/** The Postgres channel that wakes the runners: pg-boss notifies only its own workers. Without a payload, a run is due. */
export const runsChannel = 'automation_runs'
/** A payload of {@link runsChannel}: a run becomes due later. */
export const laterRun = 'later'
/** A payload of {@link runsChannel}: a recording waits for a browser. */
export const recordingWaits = 'recording'

/** In the form that pg-boss takes, which then refuses a claim that has gone to another runner. */
export interface ClaimedJob {
  id: string
  retryCount: number
}

export interface RunJob extends CarriedTrace {
  executionId: string
}
