import type { Action } from '../../../automations/action.ts'

/** A step as it is written under a name of its own. */
export function unname<Step extends Action>({ name: _name, ...step }: Step): Omit<Step, 'name'> {
  return step
}
