import { pendingSteps } from '../executions/step-result.ts'
import { abortMessage } from './abort-message.ts'
import type { ActionsRun, RunResult } from './actions-run.ts'
import { describeFailure } from './describe-failure.ts'
import { performSteps } from './flow/perform-steps.ts'
import { planSteps } from './flow/plan-steps.ts'
import { StepFailed, type RunState } from './flow/run-state.ts'
import { limitPopups } from './pages/limit-popups.ts'
import { takeInterruption } from './pages/watch-interruptions.ts'

/**
 * Runs the actions in order until one fails or `signal` aborts. Any behaviour of the page is part of the result; only
 * errors of the callbacks are thrown. An abort does not wait for the page, so close its context afterwards.
 */
export async function runActions(run: ActionsRun): Promise<RunResult> {
  const { page, actions, steps = pendingSteps(actions), signal, healer } = run
  const result: RunResult = { extractedData: {}, steps, error: null }
  const state: RunState = { run, result, page, performed: 0, isOver: false, healed: new Map() }
  const endPopupWatch = limitPopups(page.context())
  try {
    await performSteps(state, planSteps(actions), { items: {}, isInLoop: false, round: '' }).catch(
      (failure: unknown) => {
        if (!(failure instanceof StepFailed)) throw failure
        result.error = failure.message
      },
    )
    if (signal.aborted) result.error ??= abortMessage(signal)
    for (const step of steps) if (step.status === 'pending') step.status = 'skipped'
    if (result.error === null) failLate(state)
    if (result.error === null) await healer?.finish()
  } finally {
    endPopupWatch()
  }
  return result
}

/** A consequence of the last step may come after the step has ended, and no later step would fail because of it. */
function failLate({ run, result }: RunState): void {
  const { page, secrets = [], defaultTimeoutMs, onChange } = run
  const interruption = takeInterruption(page.context())
  const step = result.steps.findLast(({ status }) => status === 'completed')
  if (!interruption || !step) return
  const error = describeFailure(interruption, defaultTimeoutMs, secrets)
  Object.assign(step, { status: 'failed', error })
  result.error = `Step "${step.name}" (${step.type}) failed: ${error}`
  onChange?.()
}
