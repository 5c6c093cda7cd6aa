import type { StoredAction } from '../../automations/action.ts'
import type { Condition } from '../../automations/actions/condition.ts'
import { chooseTarget } from '../pages/choose-target.ts'
import type { Step } from '../step.ts'
import { withinRun } from '../within-run.ts'
import { holds } from './holds.ts'
import { listItems } from './list-items.ts'
import type { PlannedStep } from './plan-steps.ts'
import { currentPage, fillStep, type Place, type RunState } from './run-state.ts'

type Flow = Extract<StoredAction, { type: 'if' | 'repeat' | 'forEach' }>
type FlowOf<Type extends Flow['type']> = Extract<Flow, { type: Type }>

type PerformSteps = (state: RunState, steps: PlannedStep[], place: Place) => Promise<void>

const MOST_ROUNDS = 100
// Pages are still being built when a step has ended.
const CONDITION_MS = 1000

export const isFlow = (action: StoredAction): action is Flow =>
  action.type === 'if' || action.type === 'repeat' || action.type === 'forEach'

/** Performs the steps within a step, as often as it says. */
export async function runFlow(
  state: RunState,
  planned: PlannedStep,
  action: Flow,
  place: Place,
  perform: PerformSteps,
): Promise<void> {
  const filled = fillStep(state, action, place)
  if (filled.type === 'if') return runIf(state, planned, filled, place, perform)
  if (action.type === 'repeat') return repeat(state, planned, action, place, perform)
  if (filled.type !== 'forEach') return
  const { values = {} } = state.run
  const items = listItems(filled.in, { outputs: state.result.extractedData, values })
  for (const [index, item] of items.entries())
    await perform(state, planned.steps, {
      items: { ...place.items, [filled.as]: item },
      isInLoop: true,
      round: roundOf(filled, index + 1),
    })
}

async function runIf(
  state: RunState,
  { steps, else: otherwise }: PlannedStep,
  action: FlowOf<'if'>,
  place: Place,
  perform: PerformSteps,
): Promise<void> {
  const isMet = await isTrue(state, action, action.condition, place)
  await perform(state, isMet ? steps : otherwise, place)
}

async function repeat(
  state: RunState,
  { steps }: PlannedStep,
  action: FlowOf<'repeat'>,
  place: Place,
  perform: PerformSteps,
): Promise<void> {
  const { times, until, while: goOn, max = MOST_ROUNDS } = action
  const advance = findAdvance(steps)
  for (let round = 1; round <= (times ?? Infinity); round += 1) {
    if (goOn && !(await isTrue(state, action, goOn, place))) return
    if (times === undefined && round > max)
      throw new Error(`${until ? 'its end was not reached' : 'it would go on'} after ${max} rounds`)
    const within = { items: place.items, isInLoop: true, round: roundOf(action, round) }
    await perform(state, steps.slice(0, advance), within)
    if (until && (await isTrue(state, action, until, place))) return
    await perform(state, steps.slice(advance), within)
    if (state.isOver || state.run.signal.aborted) return
  }
}

const ADVANCING = new Set<StoredAction['type']>([
  'click',
  'doubleClick',
  'press',
  'keyDown',
  'navigate',
  'reload',
  'back',
  'forward',
])

/**
 * The place of the step that goes on to the next page: the last one that presses or opens something. `until` is about
 * the page that a round has worked on, so it is checked before that step: the last page is read, and not left. In a
 * loop without such a step it is checked at the end of a round.
 */
function findAdvance(steps: PlannedStep[]): number {
  const last = steps.findLastIndex(({ action }) => ADVANCING.has(action.type))
  return last < 0 ? steps.length : last
}

async function isTrue(state: RunState, action: Flow, condition: Condition, place: Place): Promise<boolean> {
  const { run, result } = state
  const { values = {} } = run
  const outputs = result.extractedData
  // Filled anew in every round, because it may refer to what was read in the last one.
  const asked = fillStep<FlowOf<'if'>>(
    state,
    { name: action.name, type: 'if', condition, steps: [], target: action.target },
    place,
  )
  const { timeoutMs = CONDITION_MS } = action
  const deadlineAt = performance.now() + (run.inVain?.includes(action.name) ? 0 : timeoutMs)
  const step: Step = {
    page: currentPage(state, action),
    timeoutMs,
    remainingMs: () => Math.max(1, deadlineAt - performance.now()),
    signal: run.signal,
  }
  const decided = (async () =>
    holds(asked.condition, await chooseTarget(step, asked.target), { values, outputs }))()
  return withinRun(decided, run.signal)
}

const roundOf = ({ name }: Flow, round: number) => ` in round ${round} of "${name}"`
