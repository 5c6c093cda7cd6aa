import { withSpan } from '@waypost/telemetry'
import { listActions } from '../../automations/nesting/list-actions.ts'
import { nestedIn } from '../../automations/nesting/nested-in.ts'
import { abortMessage } from '../abort-message.ts'
import { describeFailure } from '../describe-failure.ts'
import { expectDownloads } from '../pages/watch-interruptions.ts'
import { runStep } from '../run-step.ts'
import { withinRun } from '../within-run.ts'
import { answerDialogs } from './answer-dialogs.ts'
import { isFlow, runFlow } from './run-flow.ts'
import type { PlannedStep } from './plan-steps.ts'
import { currentPage, type Place, type RunState, StepFailed } from './run-state.ts'
import { storeOutputs } from './store-outputs.ts'

/** So many steps may a run perform, every time in a loop. */
const MOST_STEPS = 10_000

/**
 * Performs steps in order, and the steps within them.
 *
 * @throws StepFailed where one fails that is not optional
 */
export async function performSteps(state: RunState, steps: PlannedStep[], place: Place): Promise<void> {
  const context = state.run.page.context()
  const dialogs = answerDialogs(state, steps, place)
  try {
    for (const [position, planned] of steps.entries()) {
      if (state.run.signal.aborted || state.isOver) return
      if (planned.action.name === state.run.endBefore?.name) {
        state.isOver = true
        return state.run.endBefore.onReached()
      }
      const isKept = steps.slice(position).some(({ action }) => action.type === 'waitForDownload')
      expectDownloads(context, steps, isKept)
      dialogs.expect(position)
      await performStep(state, planned, place)
      await dialogs.check(position)
    }
  } finally {
    dialogs.end()
    expectDownloads(context, steps, false)
  }
}

async function performStep(state: RunState, planned: PlannedStep, place: Place): Promise<void> {
  const { run, result } = state
  const { signal, healer, secrets = [], onChange } = run
  const { action, index } = planned
  const { name, type, timeoutMs = run.defaultTimeoutMs } = action
  const step = result.steps[index]!
  Object.assign(step, { status: 'running', startedAt: new Date().toISOString(), error: null })
  step.runs = (step.runs ?? 0) + 1
  onChange?.()
  run.onPage?.(currentPage(state, action))
  await run.tracer?.begin(name)
  const startedAt = performance.now()
  let error: string | null = null
  let failure: StepFailed | undefined
  try {
    state.performed += 1
    if (state.performed > MOST_STEPS)
      throw new Error(`the run has performed ${MOST_STEPS} steps, the most that it may`)
    const attributes = { 'waypost.step.number': index + 1, 'waypost.step.type': type }
    // It has no element of its own, and nothing within it is performed.
    const isLeftOut = name === run.stopBefore && isFlow(action)
    const work = isFlow(action)
      ? async () => isLeftOut || runFlow(state, planned, action, place, performSteps)
      : () =>
          runStep(state, planned, place).then((data) =>
            storeOutputs(result.extractedData, action, data, place),
          )
    await withSpan(`step ${type}`, { attributes }, work)
  } catch (thrown) {
    if (thrown instanceof StepFailed) failure = thrown
    error = signal.aborted
      ? abortMessage(signal)
      : failure
        ? failure.message
        : describeFailure(thrown, timeoutMs, secrets) + (healer?.describeCandidates() ?? '')
    failure ??= new StepFailed(
      signal.aborted ? error : `Step "${name}" (${type}) failed${place.round}: ${error}`,
    )
  }
  const isForgiven = error !== null && action.optional === true && !signal.aborted
  const isLookedAt = name === run.stopBefore
  // Nothing after it is performed, also where it is within a step and was not its turn.
  const isPassed = listActions(nestedIn(action)).some((each) => each.name === run.stopBefore)
  if (isLookedAt || isPassed) state.isOver = true
  const durationMs = Math.round(performance.now() - startedAt)
  if (isLookedAt && error === null) Object.assign(step, { status: 'skipped', startedAt: null })
  else
    Object.assign(step, {
      status: error === null ? 'completed' : isForgiven ? 'skipped' : 'failed',
      durationMs,
      error,
    })
  if (!isFlow(action)) await healer?.finishStep(action, error ?? undefined)
  onChange?.()
  // A page can delay its screenshot as it can delay anything else.
  if (run.onEnd)
    await withinRun(run.onEnd(index, currentPage(state, action)), signal).catch((reason: unknown) => {
      if (!signal.aborted) throw reason
    })
  await run.tracer?.end()
  if (failure && !isForgiven) throw failure
}
