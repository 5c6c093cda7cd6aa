import { nestedIn } from './nested-in.ts'

/** Every action of a list and within its actions: each before the ones within it. */
export function listActions<Step extends object>(actions: Step[]): Step[] {
  return actions.flatMap((action) => [action, ...listActions(nestedIn(action))])
}
