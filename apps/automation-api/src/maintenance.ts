import type { Logger } from '@waypost/http'
import { endLostExecutions } from './executions/end-lost-executions.ts'
import { unparkAll } from './executions/unpark-executions.ts'
import { failStaleIntents } from './intents/fail-stale-intents.ts'
import { beginWaitingJobs } from './jobs/begin-waiting-jobs.ts'
import { advancePipelineRuns } from './pipeline-runs/advance-pipeline-runs.ts'
import { endLostRecordings } from './recordings/end-lost-recordings.ts'
import type { Services } from './services.ts'

const everyMs = 10_000

/**
 * Starts the periodic maintenance. Every API and every runner performs it, so that it does not depend on one process;
 * each task may be run by several at once.
 *
 * @returns stops it
 */
export function startMaintenance(
  services: Services,
  logger: Logger,
  more: ((services: Services) => Promise<void>)[] = [],
): () => Promise<void> {
  let working = Promise.resolve()
  const work = async (): Promise<void> => {
    for (const task of [
      endLostExecutions,
      unparkAll,
      advancePipelineRuns,
      beginWaitingJobs,
      failStaleIntents,
      endLostRecordings,
      ...more,
    ]) {
      await task(services).catch((error: unknown) =>
        logger.warn({ err: error, task: task.name }, 'maintenance'),
      )
    }
  }
  const timer = setInterval(() => {
    working = working.then(work)
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await working
  }
}
