import type { Page } from 'playwright-core'
import type { Action } from '../automations/action.ts'
import { change } from './actions/change.ts'
import { click } from './actions/click.ts'
import { extractText } from './actions/extract-text.ts'
import { navigate } from './actions/navigate.ts'
import { waitForElement } from './actions/wait-for-element.ts'
import { describeFailure } from './describe-failure.ts'
import type { ActionOf, ActionRunner, ExtractedData, Step } from './step.ts'

const runners: { [Type in Action['type']]: ActionRunner<Type> } = {
  navigate,
  click,
  change,
  waitForElement,
  extractText,
}

export type StepResult = {
  name: string
  type: Action['type']
  status: 'completed' | 'failed' | 'skipped'
  durationMs: number
  error: string | null
}

export type RunResult = { extractedData: ExtractedData; steps: StepResult[]; error: string | null }

// Every wait inside a step keeps to the step's time-out, but a page whose script never yields answers nothing at all.
const UNRESPONSIVE_AFTER_MS = 500

/**
 * Runs the actions in order until one fails or `signal` aborts. Whatever the page does ends up in the result; only
 * what `onStep` throws is thrown. An abort does not wait for the page, so close its context afterwards.
 *
 * Dialogs need no code: Playwright dismisses them as long as nobody listens for them.
 */
export async function runActions({
  page,
  actions,
  signal,
  defaultTimeoutMs,
  onStep,
}: {
  page: Page
  actions: Action[]
  signal: AbortSignal
  defaultTimeoutMs: number
  onStep?: (step: StepResult, index: number) => void | Promise<void>
}): Promise<RunResult> {
  const result: RunResult = { extractedData: {}, steps: [], error: null }
  page.context().on('page', closePopup)
  try {
    for (const [index, action] of actions.entries()) {
      const { name, type, timeoutMs = defaultTimeoutMs } = action
      if (signal.aborted) result.error ??= abortMessage(signal)
      if (result.error !== null) {
        result.steps.push({ name, type, status: 'skipped', durationMs: 0, error: null })
        continue
      }
      const startedAt = performance.now()
      let error: string | null = null
      try {
        Object.assign(result.extractedData, await runAction(page, action, timeoutMs, signal))
      } catch (failure) {
        error = signal.aborted ? abortMessage(signal) : describeFailure(failure, timeoutMs)
        result.error = signal.aborted ? error : `Step "${name}" (${type}) failed: ${error}`
      }
      const durationMs = Math.round(performance.now() - startedAt)
      const step = { name, type, status: error === null ? 'completed' : 'failed', durationMs, error } as const
      result.steps.push(step)
      await onStep?.(step, index)
    }
  } finally {
    page.context().off('page', closePopup)
  }
  return result
}

async function runAction(page: Page, action: Action, timeoutMs: number, signal: AbortSignal) {
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
  }
  try {
    return await Promise.race([dispatch(action.type, action, step), rejectWhenAborted(step.signal)])
  } finally {
    clearTimeout(timer)
  }
}

function dispatch<Type extends Action['type']>(type: Type, action: ActionOf<Type>, step: Step) {
  return runners[type](action, step)
}

function closePopup(popup: Page): void {
  popup.close().catch(() => {})
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function abortMessage({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : String(reason)
}
