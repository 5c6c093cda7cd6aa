import { fillText } from '../../../automations/variables/fill-text.ts'

/** The names of the variables in a text, each once. */
export function listVariablesIn(text: string): string[] {
  const names = new Set<string>()
  fillText(text, (name) => (names.add(name), ''))
  return [...names]
}
