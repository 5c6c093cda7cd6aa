import type { ExtractedData } from '@waypost/webhooks'
import type { StoredAction } from '../automations/action.ts'
import { listVariables } from '../automations/variables/list-variables.ts'
import { lookAhead } from './actions/look-ahead.ts'
import { performAction } from './actions/perform-action.ts'
import type { PlannedStep } from './flow/plan-steps.ts'
import { currentPage, fillStep, type Place, type RunState } from './flow/run-state.ts'
import type { Step } from './step.ts'
import { withinRun } from './within-run.ts'

// Every wait inside a step ends by the step's time-out, but a page whose script never yields does not respond at all.
const UNRESPONSIVE_AFTER_MS = 500

type Hooks = Pick<Step, 'inspect' | 'choose'> | undefined

/** Performs one action, and once more with the selectors that healing has found. */
export async function runStep(
  state: RunState,
  { action, index }: PlannedStep,
  place: Place,
): Promise<ExtractedData | void> {
  const { signal, healer } = state.run
  const { steps } = state.result
  const filled = { ...fillStep(state, action, place), ...state.healed.get(action.name) }
  const hooks: Hooks = healer && {
    // In a loop the next round's element is another one, of the same kind.
    ...(steps[index]!.runs === 1 && {
      inspect: (locator, frame) => withinRun(healer.inspect(action, filled, locator, frame), signal),
    }),
    choose: (matches) => withinRun(healer.choose(action, filled, matches), signal),
  }
  try {
    return await attempt(state, filled, hooks, state.run.inVain?.includes(action.name))
  } catch (failure) {
    if (!healer || signal.aborted) throw failure
    const healed = await withinRun(healer.heal(currentPage(state, action), action, filled, failure), signal)
    if (!healed) throw failure
    const data = await attempt(state, healed)
    if ('selectors' in healed && healed.selectors && listVariables([action]).length === 0)
      state.healed.set(action.name, { selectors: healed.selectors, frame: healed.frame })
    return data
  }
}

async function attempt(
  state: RunState,
  action: StoredAction,
  hooks?: Hooks,
  isInVain = false,
): Promise<ExtractedData | void> {
  const {
    signal,
    storage,
    keep,
    readArtifact,
    readAccountFile,
    secrets = [],
    isStrict,
    stopBefore,
    defaultTimeoutMs,
  } = state.run
  const { waitForPerson, aliasUrl, since } = state.run
  const timeoutMs = timeLimitOf(action, defaultTimeoutMs)
  const deadlineAt = performance.now() + (isInVain ? 0 : timeoutMs)
  const unresponsive = new AbortController()
  const timer = setTimeout(
    () => unresponsive.abort(new Error(`the page did not respond within ${timeoutMs} ms`)),
    timeoutMs + UNRESPONSIVE_AFTER_MS,
  )
  const step: Step = {
    page: currentPage(state, action),
    main: state.run.page,
    use: (page) => void (state.page = page),
    timeoutMs,
    remainingMs: () => Math.max(1, deadlineAt - performance.now()),
    signal: AbortSignal.any([signal, unresponsive.signal]),
    storage,
    keep,
    readArtifact,
    readAccountFile,
    waitForPerson,
    aliasUrl,
    since,
    secrets,
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

// People and mail take longer than pages.
const usualTimeLimits: Partial<Record<StoredAction['type'], number>> = {
  handOver: 300_000,
  waitForEmail: 120_000,
}

// A step that waits needs the time that it waits.
function timeLimitOf(action: StoredAction, defaultTimeoutMs: number): number {
  const { timeoutMs = usualTimeLimits[action.type] ?? defaultTimeoutMs } = action
  return action.type === 'wait' ? Math.max(timeoutMs, action.durationMs + 1000) : timeoutMs
}
