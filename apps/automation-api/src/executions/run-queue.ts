import type { Queue } from 'pg-boss'

/** The pg-boss schema of the service's own work. */
export const workSchema = 'automation_jobs'

/**
 * Executions that wait for a runner. The runner's heartbeat on a job is its sign of life: a job without one for ten
 * seconds goes to another runner, which then knows that the first was lost.
 */
export const runQueue = {
  name: 'runs',
  notify: true,
  heartbeatSeconds: 10,
  expireInSeconds: 3600,
  retryLimit: 5,
  deleteAfterSeconds: 3600,
} satisfies Queue
