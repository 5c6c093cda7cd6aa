import type { StoredAction } from '../action.ts'
import type { Condition } from '../actions/condition.ts'
import { listActions } from '../nesting/list-actions.ts'
import { nestedIn } from '../nesting/nested-in.ts'
import { fillText } from './fill-text.ts'
import { mapTexts } from './map-texts.ts'

/** The names of the variables that the actions refer to, each once. */
export function listVariables(actions: StoredAction[]): string[] {
  const names = new Set<string>()
  const outputs = new Set(listActions(actions).flatMap((each) => ('output' in each ? each.output : [])))
  const visit = (action: StoredAction, items: string[]): void => {
    const add = (name: string | undefined) => name !== undefined && !items.includes(name) && names.add(name)
    mapTexts(action, (text) => fillText(text, (name) => (add(name), '')))
    for (const { variable } of conditionsOf(action)) add(variable)
    if (action.type === 'forEach' && !outputs.has(action.in)) add(action.in)
    const inside = action.type === 'forEach' ? [...items, action.as] : items
    for (const nested of nestedIn<StoredAction>(action)) visit(nested, inside)
  }
  for (const action of actions) visit(action, [])
  return [...names]
}

function conditionsOf(action: StoredAction): Condition[] {
  if (action.type === 'if') return [action.condition]
  return action.type === 'repeat' ? [action.until, action.while].filter((each) => each !== undefined) : []
}
