import type { Page } from 'playwright-core'
import type { Storage } from '@waypost/storage'
import { withSpan } from '@waypost/telemetry'
import type { StoredAction } from '../automations/action.ts'
import { fillVariables } from '../automations/variables/fill-variables.ts'
import { pendingSteps, type StepResult } from '../executions/step-result.ts'
import { lookAhead } from './actions/look-ahead.ts'
import { performAction } from './actions/perform-action.ts'
import { describeFailure } from './describe-failure.ts'
import type { StepHealer } from './heal-steps.ts'
import { limitPopups } from './pages/limit-popups.ts'
import { takeInterruption } from './pages/watch-interruptions.ts'
import type { ExtractedData, Step } from './step.ts'
import { withinRun } from './within-run.ts'

export interface ActionsRun {
  page: Page
  actions: StoredAction[]
  /** Updated as the run goes on. */
  steps?: StepResult[]
  /** Of the variables that the actions refer to. */
  values?: Record<string, string>
  /** The values among them that no error may show. */
  secrets?: string[]
  signal: AbortSignal
  /** For the contents of files; absent where every file is in its action. */
  storage?: Pick<Storage, 'open'>
  defaultTimeoutMs: number
  healer?: StepHealer
  /** A validation: an ambiguous element, or an empty text, fails its step. */
  isStrict?: boolean
  /** The name of the first action that is not performed: its step succeeds if its element is there. */
  stopBefore?: string | null | undefined
  onChange?: () => void
  /** The next step waits for it. */
  onEnd?: (index: number) => Promise<void>
}

export interface RunResult {
  extractedData: ExtractedData
  steps: StepResult[]
  error: string | null
}

// Every wait inside a step ends by the step's time-out, but a page whose script never yields does not respond at all.
const UNRESPONSIVE_AFTER_MS = 500

/**
 * Runs the actions in order until one fails or `signal` aborts. Any behaviour of the page is part of the result; only
 * errors of the callbacks are thrown. An abort does not wait for the page, so close its context afterwards.
 */
export async function runActions(run: ActionsRun): Promise<RunResult> {
  const { page, actions, steps = pendingSteps(actions), secrets = [], signal, healer } = run
  const result: RunResult = { extractedData: {}, steps, error: null }
  const unlessAborted = (failure: unknown) => {
    if (!signal.aborted) throw failure
  }
  let isOver = false
  const endPopupWatch = limitPopups(page.context())
  try {
    for (const [index, action] of actions.entries()) {
      if (signal.aborted) result.error ??= abortMessage(signal)
      if (result.error !== null || isOver) {
        steps[index]!.status = 'skipped'
        continue
      }
      const { name, type, timeoutMs = run.defaultTimeoutMs } = action
      const step = Object.assign(steps[index]!, { status: 'running', startedAt: new Date().toISOString() })
      run.onChange?.()
      const startedAt = performance.now()
      let error: string | null = null
      try {
        const attributes = { 'waypost.step.number': index + 1, 'waypost.step.type': type }
        const done = await withSpan(`step ${type}`, { attributes }, () => runStep(run, action, timeoutMs))
        Object.assign(result.extractedData, done)
      } catch (failure) {
        error = signal.aborted
          ? abortMessage(signal)
          : describeFailure(failure, timeoutMs, secrets) + (healer?.describeCandidates() ?? '')
        result.error = signal.aborted ? error : `Step "${name}" (${type}) failed: ${error}`
      }
      const durationMs = Math.round(performance.now() - startedAt)
      isOver = name === run.stopBefore
      if (isOver && error === null) Object.assign(step, { status: 'skipped', startedAt: null })
      else Object.assign(step, { status: error === null ? 'completed' : 'failed', durationMs, error })
      await healer?.finishStep(action, error ?? undefined)
      run.onChange?.()
      // A page can delay its screenshot as it can delay anything else.
      if (run.onEnd) await withinRun(run.onEnd(index), signal).catch(unlessAborted)
    }
    if (signal.aborted) result.error ??= abortMessage(signal)
    if (result.error === null) failLate(run, result)
    if (result.error === null) await healer?.finish()
  } finally {
    endPopupWatch()
  }
  return result
}

/** A consequence of the last step may come after the step has ended, and no later step would fail because of it. */
function failLate({ page, secrets = [], defaultTimeoutMs, onChange }: ActionsRun, result: RunResult): void {
  const interruption = takeInterruption(page.context())
  const step = result.steps.findLast(({ status }) => status === 'completed')
  if (!interruption || !step) return
  const error = describeFailure(interruption, defaultTimeoutMs, secrets)
  Object.assign(step, { status: 'failed', error })
  result.error = `Step "${step.name}" (${step.type}) failed: ${error}`
  onChange?.()
}

type Hooks = Pick<Step, 'inspect' | 'choose'> | undefined

async function runStep(
  run: ActionsRun,
  action: StoredAction,
  timeoutMs: number,
): Promise<ExtractedData | void> {
  const { page, values = {}, signal, healer } = run
  const filled = fillVariables(action, values)
  const hooks: Hooks = healer && {
    inspect: (locator, frame) => withinRun(healer.inspect(action, filled, locator, frame), signal),
    choose: (matches) => withinRun(healer.choose(action, filled, matches), signal),
  }
  try {
    return await attempt(run, filled, timeoutMs, hooks)
  } catch (failure) {
    if (!healer || signal.aborted) throw failure
    const healed = await withinRun(healer.heal(page, action, filled, failure), signal)
    if (!healed) throw failure
    return await attempt(run, healed, timeoutMs)
  }
}

async function attempt(
  { page, signal, storage, isStrict, stopBefore }: ActionsRun,
  action: StoredAction,
  timeoutMs: number,
  hooks?: Hooks,
): Promise<ExtractedData | void> {
  const deadlineAt = performance.now() + timeoutMs
  const unresponsive = new AbortController()
  const timer = setTimeout(
    () => unresponsive.abort(new Error(`the page did not respond within ${timeoutMs} ms`)),
    timeoutMs + UNRESPONSIVE_AFTER_MS,
  )
  const step: Step = {
    page,
    timeoutMs,
    remainingMs: () => Math.max(1, deadlineAt - performance.now()),
    signal: AbortSignal.any([signal, unresponsive.signal]),
    storage,
    ...(isStrict && { isStrict }),
    ...hooks,
  }
  const perform = action.name === stopBefore ? lookAhead : performAction
  try {
    return await withinRun(perform(action, step), step.signal)
  } finally {
    clearTimeout(timer)
  }
}

function abortMessage({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : String(reason)
}
