import { currentSpan } from '@waypost/telemetry'
import { startPromoting } from '@waypost/work-queues'
import { runQueue } from '../executions/run-queue.ts'
import { executeRun } from '../runner/execute-run.ts'
import type { OpenRunnerServices } from './open-runner-services.ts'
import type { RunnerProcess, Shared } from './runner-process.ts'

/**
 * Executes runs of a database as they become due.
 *
 * @returns stops claiming from it, and waits for its runs under way
 */
export function startRunWorker(
  { logger }: RunnerProcess,
  { services, work }: OpenRunnerServices,
  { browsers, live, claimer, metrics, signal }: Shared,
): () => Promise<void> {
  const stopRuns = claimer.add({
    boss: work.boss,
    db: services.db,
    async run({ executionId, job }, place) {
      logger.info({ executionId }, 'run')
      currentSpan()?.set({ 'waypost.execution': executionId })
      const options = { browsers, live, signal, job, begin: metrics.beginRun, ...place }
      await executeRun(services, executionId, options)
    },
  })
  const stopPromoting = startPromoting(
    services,
    runQueue.name,
    (err) => logger.error({ err }, 'could not promote runs that are due'),
    claimer.wake,
  )
  const unsubscribe = work.boss.onDue(runQueue.name, claimer.wake)
  return async () => {
    unsubscribe()
    await Promise.all([stopPromoting(), stopRuns()])
  }
}
