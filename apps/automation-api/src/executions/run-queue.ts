import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'

/** The pg-boss schema of the service's own work. */
export const workSchema = 'automation_jobs'

/**
 * Executions that wait for a runner. A job that a runner claimed and has not begun within ten seconds goes to another;
 * a run that has begun, and so has no job any more, is left to `endLostExecutions`.
 */
export const runQueue = {
  name: 'runs',
  heartbeatSeconds: 10,
  expireInSeconds: 3600,
  // A database that refuses for an hour leaves no run behind that waits for ever.
  retryLimit: 2000,
  retryDelay: 2,
  deleteAfterSeconds: 3600,
} satisfies Queue

/** Told when an execution that may start at once was accepted: pg-boss tells its own workers only. */
export const runsChannel = 'automation_runs'

/** As pg-boss takes it, which then refuses a claim that has gone to somebody else. */
export interface ClaimedJob {
  id: string
  retryCount: number
}

export interface RunJob extends CarriedTrace {
  executionId: string
}
