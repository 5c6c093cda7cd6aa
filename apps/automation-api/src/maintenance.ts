import type { Logger } from '@waypost/http'
import { endLostExecutions } from './executions/end-lost-executions.ts'
import { failStandingIntents } from './intents/fail-standing-intents.ts'
import { beginWaitingJobs } from './jobs/begin-waiting-jobs.ts'
import { advancePipelineRuns } from './pipeline-runs/advance-pipeline-runs.ts'
import type { Services } from './services.ts'

const everyMs = 5000

/**
 * What has to be done from time to time, whichever processes are left: every API and every runner does it, and each
 * piece of work may be done by several at once.
 *
 * @returns ends it
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
      advancePipelineRuns,
      beginWaitingJobs,
      failStandingIntents,
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
