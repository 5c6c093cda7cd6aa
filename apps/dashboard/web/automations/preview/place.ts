import type { AutomationApi } from '@waypost/sdk'

type Step = AutomationApi.Action
type List = 'steps' | 'else'

/** Where a step is: `2`, or `2.steps.0` within that one. The place after the last step has none yet. */
export type Place = string

interface Parsed {
  index: number
  within?: { list: List; place: Place }
}

function parse(place: Place): Parsed {
  const [index, list, ...rest] = place.split('.')
  return { index: Number(index), ...(list && { within: { list: list as List, place: rest.join('.') } }) }
}

const listOf = (action: Step | undefined, list: List): Step[] =>
  (action as { steps?: Step[]; else?: Step[] } | undefined)?.[list] ?? []

export const indexOf = (place: Place): number => parse(place).index

export const isNested = (place: Place): boolean => parse(place).within !== undefined

export function findAt(actions: Step[], place: Place): Step | undefined {
  const { index, within } = parse(place)
  return within ? findAt(listOf(actions[index], within.list), within.place) : actions[index]
}

/** Puts other steps in the place of `count` steps. */
export function spliceAt(actions: Step[], place: Place, count: number, ...put: Step[]): Step[] {
  const { index, within } = parse(place)
  if (!within) return actions.toSpliced(index, count, ...put)
  const outer = actions[index]
  if (!outer) return actions
  const inner = spliceAt(listOf(outer, within.list), within.place, count, ...put)
  return actions.with(index, { ...outer, [within.list]: inner })
}

/**
 * Where a preview of a place begins, in the automation as it is stored. Undefined where what is performed before has changed
 * since: the stored steps would show another page.
 */
export function startOf(
  stored: Step[],
  actions: Step[],
  place: Place,
): Pick<AutomationApi.NewRecording, 'afterStep' | 'beforeStep'> | undefined {
  const before = (all: Step[]) =>
    isNested(place) ? spliceAt(all.slice(0, indexOf(place) + 1), place, 1) : all.slice(0, indexOf(place))
  if (JSON.stringify(before(actions)) !== JSON.stringify(before(stored))) return undefined
  if (!isNested(place)) return { afterStep: actions[indexOf(place) - 1]!.name }
  const step = findAt(stored, place)
  return step && { beforeStep: step.name }
}
