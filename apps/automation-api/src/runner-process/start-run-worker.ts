import { currentSpan } from '@waypost/telemetry'
import { startPromoting } from '@waypost/work-queues'
import { runQueue, runsChannel } from '../executions/run-queue.ts'
import type { LiveRuns } from '../runner/live/live-runs.ts'
import type { PreparedRuns } from '../runner/browser/prepare-runs.ts'
import { claimRuns } from '../runner/claim-runs.ts'
import { executeRun } from '../runner/execute-run.ts'
import type { OpenRunnerServices } from './open-runner-services.ts'
import type { RunnerProcess } from './runner-process.ts'

/**
 * Executes runs as they become due.
 *
 * @param signal fails the runs under way
 *
 * @returns stops claiming, and waits for the runs under way
 */
export async function startRunWorker(
  { env, logger }: RunnerProcess,
  { services, work, metrics }: OpenRunnerServices,
  { browsers, live, signal }: { browsers: PreparedRuns; live: LiveRuns; signal: AbortSignal },
): Promise<() => Promise<void>> {
  const runs = claimRuns(
    { boss: work.boss, db: services.db },
    {
      concurrency: env.RUNNER_CONCURRENCY,
      logger,
      async run({ executionId, job }, place) {
        logger.info({ executionId }, 'run')
        currentSpan()?.set({ 'waypost.execution': executionId })
        const options = { browsers, live, signal, job, begin: metrics.beginRun, ...place }
        await executeRun(services, executionId, options)
      },
    },
  )
  await work.listen(runsChannel, runs.wake)
  runs.start()
  const stopPromoting = startPromoting(
    services,
    runQueue.name,
    (err) => logger.error({ err }, 'could not promote runs that are due'),
    runs.wake,
  )
  return async () => void (await Promise.all([stopPromoting(), runs.stop()]))
}
