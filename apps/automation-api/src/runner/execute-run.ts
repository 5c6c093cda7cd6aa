import { eq } from 'drizzle-orm'
import { executions } from '../db/tables.ts'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import type { Services } from '../services.ts'
import type { RunnerBrowser } from './browser.ts'
import { runActions } from './run-actions.ts'

export interface RunOptions {
  /** A browser that is up; another one when the last has gone. */
  browser: () => Promise<RunnerBrowser>
  /** Ends the run early, with its reason as the run's error. */
  signal: AbortSignal
  runTimeoutMs?: number
  stepTimeoutMs?: number
  watchMs?: number
}

/**
 * Takes one execution from pending to its end. A job that comes round again finds its execution running: whoever ran
 * it gives no sign of life any more, and the run is over without being repeated, because its steps may have effects.
 */
export async function executeRun(
  services: Services,
  executionId: string,
  options: RunOptions,
): Promise<void> {
  const actions = await startExecution(services, executionId)
  if (!actions) {
    await endExecution(services, executionId, { error: 'Runner lost', extractedData: {}, steps: [] })
    return
  }

  const { signal, runTimeoutMs = 600_000, stepTimeoutMs = 15_000, watchMs = 500 } = options
  const gone = new AbortController()
  const watch = setInterval(() => {
    findReasonToEnd(services, executionId).then(
      (reason) => reason && gone.abort(new Error(reason)),
      () => {},
    )
  }, watchMs)
  try {
    const browser = await options.browser()
    const context = await browser.newContext()
    try {
      const { extractedData, steps, error } = await runActions({
        page: await context.newPage(),
        actions,
        signal: AbortSignal.any([signal, gone.signal, timeLimit(runTimeoutMs)]),
        defaultTimeoutMs: stepTimeoutMs,
      })
      await endExecution(services, executionId, { extractedData, steps, error })
    } finally {
      await context.close().catch(() => {})
    }
  } catch (failure) {
    // Not the page's doing: the browser did not start, or died before the first step.
    const error = `The browser failed: ${failure instanceof Error ? failure.message.split('\n')[0] : 'unknown reason'}`
    await endExecution(services, executionId, { error, extractedData: {}, steps: [] })
  } finally {
    clearInterval(watch)
  }
}

async function findReasonToEnd({ db }: Services, executionId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ status: executions.status, stopRequestedAt: executions.stopRequestedAt })
    .from(executions)
    .where(eq(executions.id, executionId))
  if (row?.status !== 'running') return 'The execution was ended'
  return row.stopRequestedAt ? 'Stopped by user' : undefined
}

function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(new Error(`The run took longer than ${ms / 1000} s`)), ms).unref()
  return limit.signal
}
