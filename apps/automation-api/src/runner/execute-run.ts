import { currentSpan } from '@waypost/telemetry'
import { endExecution, type Outcome } from '../executions/end-execution.ts'
import { sendHeartbeat } from '../executions/send-heartbeat.ts'
import { startExecution, type StartedExecution } from '../executions/start-execution.ts'
import type { RunnerServices } from '../services.ts'
import { openSession } from '../sessions/open-session.ts'
import type { BegunRun } from './browser/prepare-runs.ts'
import { loadHealMemory } from './elements/heal-memory.ts'
import { loadLearnedElements } from './elements/learned-elements.ts'
import { timeLimit } from './time-limit.ts'
import { withinRun } from './within-run.ts'
import { abortMessage } from './abort-message.ts'
import { firstLine } from './first-line.ts'
import type { RunOptions, LimitedRunOptions } from './run-options.ts'
import { runSteps } from './run-steps.ts'

/**
 * Takes one execution from pending to its end. An execution that is no longer pending is left alone: it was stopped,
 * or its runner died, and a run is not repeated automatically, because its steps may have effects.
 */
export async function executeRun(
  services: RunnerServices,
  executionId: string,
  options: RunOptions,
): Promise<void> {
  const started = await startExecution(services, executionId, options.job, options.live?.address)
  if (!started) return

  const ended = new AbortController()
  const heartbeat = setInterval(() => {
    sendHeartbeat(services, executionId).then(
      (reason) => reason && ended.abort(new Error(reason)),
      // A database that is unavailable for a moment is no reason to end a run.
      () => {},
    )
  }, options.heartbeatMs ?? 500)
  const limit = timeLimit(options.runTimeoutMs ?? 600_000)
  try {
    const signal = AbortSignal.any([options.signal, ended.signal, limit.signal])
    await runToEnd(services, started, { ...options, signal, limit })
  } finally {
    limit.clear()
    clearInterval(heartbeat)
  }
}

async function runToEnd(
  services: RunnerServices,
  started: StartedExecution,
  options: LimitedRunOptions,
): Promise<void> {
  const end = options.begin?.()
  const { outcome, close } = await launchAndRun(services, started, options)
  options.release?.()
  end?.(outcome.error)
  // The error may contain anybody's data.
  if (outcome.error !== null) currentSpan()?.fail('run_failed')
  try {
    await endExecution(services, started.execution.id, outcome)
  } finally {
    // Closing the browser is not awaited: it would delay the end of the run.
    void close()
  }
}

async function launchAndRun(
  services: RunnerServices,
  started: StartedExecution,
  options: LimitedRunOptions,
): Promise<{ outcome: Outcome; close: () => Promise<void> }> {
  const { execution, automation } = started
  let { signal } = options
  const opening = openBrowser(options)
  const close = () =>
    opening.then(
      (opened) => opened.close(),
      () => {},
    )
  try {
    const ids = { automationId: automation.id, executionId: execution.id, ownerId: execution.ownerId }
    const [learned, memory, session, opened] = await Promise.all([
      loadLearnedElements(services.db, automation.id),
      loadHealMemory(services, ids),
      findSession(services, execution),
      opening,
    ])
    signal = AbortSignal.any([signal, opened.exceeded])
    const outcome = await runSteps(services, started, opened, {
      ...options,
      signal,
      learned,
      memory,
      session,
    })
    const reason = outcome.error === null || signal.aborted ? undefined : await findReason(opened)
    return { outcome: reason === undefined ? outcome : { ...outcome, error: reason }, close }
  } catch (failure) {
    // Errors of the browser or the session, before the first step or after the last one; runActions reports the page's
    // errors.
    return { outcome: { error: signal.aborted ? abortMessage(signal) : firstLine(failure) }, close }
  }
}

/** A step fails before it is seen that the browser has ended, or that its disk is full. */
const findReason = async ({ context, findExcess, whyEnded }: BegunRun): Promise<string | undefined> =>
  context.browser()?.isConnected() ? findExcess() : whyEnded()

async function findSession(
  services: RunnerServices,
  { ownerId, inputSessionId }: StartedExecution['execution'],
): Promise<string | undefined> {
  if (inputSessionId === null) return undefined
  const session = await openSession(services, ownerId, inputSessionId)
  if (session === undefined) throw new Error('The session is not there any more')
  return session
}

/** A browser that is being started does not delay the end of the run. */
async function openBrowser({ browsers, signal }: RunOptions): Promise<BegunRun> {
  const opening = browsers.openRun()
  try {
    return await withinRun(opening, signal)
  } catch (error) {
    opening.then((late) => late.close()).catch(() => {})
    throw new Error(`The browser failed: ${firstLine(error)}`, { cause: error })
  }
}
