import type { StoredAction } from '../action.ts'
import { fillText } from './fill-text.ts'
import { mapTexts } from './map-texts.ts'

/** The names of the variables that the actions refer to, each once. */
export function listVariables(actions: StoredAction[]): string[] {
  const names = new Set<string>()
  for (const action of actions) {
    mapTexts(action, (text) => fillText(text, (name) => (names.add(name), '')))
  }
  return [...names]
}
