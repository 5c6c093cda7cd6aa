import { currentSpan } from '@waypost/telemetry'
import { DrizzleQueryError } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { readArtifact } from '../artifacts/read-artifact.ts'
import { storeArtifact } from '../artifacts/store-artifact.ts'
import type { StoredAction } from '../automations/action.ts'
import { endExecution, type Outcome } from '../executions/end-execution.ts'
import { sendHeartbeat } from '../executions/send-heartbeat.ts'
import { createProgressRecorder } from '../executions/progress/progress-recorder.ts'
import type { ClaimedJob } from '../executions/run-queue.ts'
import { startExecution, type StartedExecution } from '../executions/start-execution.ts'
import type { RunnerServices } from '../services.ts'
import { openSession } from '../sessions/open-session.ts'
import { saveSession } from '../sessions/save-session.ts'
import { applySettings } from './browser/apply-settings.ts'
import type { BegunRun, PreparedRuns } from './browser/prepare-runs.ts'
import type { RunResult } from './actions-run.ts'
import { keepLists, limitArtifacts, type KeepArtifact } from './run-artifacts.ts'
import { handOverRun } from './hand-over-run.ts'
import { createStepHealer } from './heal-steps.ts'
import { loadHealMemory, type HealMemory } from './elements/heal-memory.ts'
import { loadLearnedElements, type LearnedElements } from './elements/learned-elements.ts'
import { maskExtracted } from './mask-extracted.ts'
import { openRunVariables } from './open-run-variables.ts'
import type { LiveRuns } from './live/live-runs.ts'
import { createRunTracer } from './run-tracer.ts'
import { prepareSignIn, signIn } from './sign-in.ts'
import { createRunCamera } from './run-camera.ts'
import { runActions } from './run-actions.ts'
import { captureSession, restoreSession } from './session-state.ts'
import type { WaitForPerson } from './step.ts'
import { timeLimit, type TimeLimit } from './time-limit.ts'
import { watchProblems } from './watch-problems.ts'
import { withinRun } from './within-run.ts'

export interface RunOptions {
  browsers: Pick<PreparedRuns, 'openRun'>
  /** Ends the run early, with the signal's reason as the run's error. */
  signal: AbortSignal
  /** Lets the owner watch the run. */
  live?: LiveRuns | undefined
  /** The job of the execution. */
  job?: ClaimedJob
  /** Called when the run begins; the returned function is called with its error when its end is known. */
  begin?: () => (error: string | null) => void
  /** Called when the run no longer needs its browser, before its end is written. */
  release?: () => void
  /** Called when the run waits for a person; the returned function is called when it goes on. */
  lend?: () => () => void
  runTimeoutMs?: number
  stepTimeoutMs?: number
  heartbeatMs?: number
}

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
  options: RunOptions & Limited,
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
  options: RunOptions & Limited,
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
    // The browser's end is seen before its reason is.
    const isLost = outcome.error !== null && !signal.aborted && !opened.context.browser()?.isConnected()
    const reason = isLost ? await opened.whyEnded() : undefined
    return { outcome: reason === undefined ? outcome : { ...outcome, error: reason }, close }
  } catch (failure) {
    // Errors of the browser or the session, before the first step or after the last one; runActions reports the page's
    // errors.
    return { outcome: { error: signal.aborted ? abortReason(signal) : firstLine(failure) }, close }
  }
}

async function runSteps(
  services: RunnerServices,
  { execution, automation }: StartedExecution,
  opened: BegunRun,
  options: RunOptions &
    Limited & { learned: LearnedElements; memory: HealMemory; session: string | undefined },
): Promise<Outcome> {
  const { learned, memory, session, signal } = options
  const { actions, recording } = automation
  const ids = { executionId: execution.id, automationId: automation.id }
  const variables = await openRunVariables(services, automation, execution)
  const { accountSecrets } = variables
  const login = automation.login && (await prepareSignIn(services, automation.login, execution.ownerId))
  const secrets = [...variables.secrets, ...(login?.variables.secrets ?? [])]
  const { context, page } = await withinRun(applySettings(opened, automation.browser, accountSecrets), signal)
  const recorder = createProgressRecorder(services, execution.id, actions)
  const stopBefore = execution.validation?.stopBefore
  const isPictured = automation.screenshots !== 'none'
  const camera = createRunCamera(context, {
    automation,
    stopBefore,
    steps: recorder.steps,
    secrets,
  })
  if (session) await restoreSession(context, session)

  const keep = limitArtifacts((file) =>
    storeArtifact(services, { executionId: execution.id, ownerId: execution.ownerId }, file),
  )
  // What a trace has of a page and its requests cannot be freed of secrets.
  const hasSecrets = secrets.length > 0 || session !== undefined || execution.saveSession || login !== null
  const tracer = await createRunTracer(context, hasSecrets ? 'none' : (automation.trace ?? 'failures'), keep)
  const live = options.live?.open(execution.id, context, page)
  watchProblems(context, { steps: recorder.steps, secrets, isPaused: () => live?.isHandedOver === true })
  const handedOver = { ...options, context, tracer, live }
  const usual = {
    page,
    signal,
    secrets,
    storage: services.storage,
    keep,
    readArtifact: (id: string) => readArtifact(services, execution.ownerId, id),
    aliasUrl: services.aliasUrl,
    since: execution.startedAt ?? undefined,
    waitForPerson: (...asked: Parameters<WaitForPerson>) =>
      handOverRun(services, execution, ...asked, handedOver),
    onPage: (current: Page) => live?.change({ page: current }),
    defaultTimeoutMs: recording?.timeoutMs ?? options.stepTimeoutMs ?? 15_000,
  }
  if (login)
    await signIn(
      services,
      execution,
      automation.login!,
      { ...login, ...(session && { session: undefined }) },
      { ...usual, context },
    )
  const ran = await runActions({
    ...usual,
    ...variables,
    secrets,
    actions,
    steps: recorder.steps,
    tracer,
    // A validation tests the steps as they are written, without healing.
    ...(execution.validation
      ? { isStrict: true, stopBefore }
      : { healer: createStepHealer(services, ids, { learned, memory, isPictured }, secrets) }),
    onChange: recorder.changed,
    async onEnd(index, current) {
      // What a person has done is theirs.
      const isTheirs = recorder.steps[index]!.type === 'handOver' && live?.wasControlled
      if (signal.aborted || isTheirs) return
      const screenshot = await camera.look(current, index)
      if (screenshot) recorder.addScreenshot(index, screenshot)
      const { status, name, error } = recorder.steps[index]!
      if (status === 'failed') await tracer.recordFailure(current, name, error ?? '')
    },
  })
  const { steps } = ran
  if (!signal.aborted) await withinRun(tracer.finish(), signal).catch(() => {})
  const shown = { ...ran, extractedData: maskExtracted(actions, ran.extractedData, secrets) }
  const { extractedData, error } = await keepLong(actions, shown, keep)
  const saved =
    execution.saveSession && !signal.aborted ? await withinRun(capture(context), signal) : undefined
  await recorder.finish()
  return {
    extractedData,
    steps,
    error: error ?? saved?.error ?? null,
    async finish(tx, running) {
      await learned.save(tx)
      await memory.save(tx)
      await camera.saveFailure(tx, execution.id)
      return saved?.state === undefined ? null : saveSession(tx, services, running, saved.state)
    },
  }
}

/** Long lists are kept as files. A run whose lists cannot be kept has failed. */
async function keepLong(
  actions: StoredAction[],
  { extractedData, error }: Pick<RunResult, 'extractedData' | 'error'>,
  keep: KeepArtifact,
): Promise<Pick<RunResult, 'extractedData' | 'error'>> {
  try {
    return { extractedData: await keepLists(actions, extractedData, keep), error }
  } catch (failure) {
    const reason = `The extracted data could not be kept: ${firstLine(failure)}`
    return { extractedData: {}, error: error ?? reason }
  }
}

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

async function capture(context: BrowserContext): Promise<{ state?: string; error?: string }> {
  try {
    return { state: await captureSession(context) }
  } catch (error) {
    return { error: `The session could not be saved: ${firstLine(error)}` }
  }
}

const abortReason = ({ reason }: AbortSignal) => (reason instanceof Error ? reason.message : String(reason))
function firstLine(error: unknown): string {
  // The database's message is for the operator of the service.
  if (error instanceof DrizzleQueryError) return 'Internal error'
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!
}

interface Limited {
  limit: TimeLimit
}
