import type { Choice, ChoiceGroup } from '../choices/choice.ts'
import { loadAutomations } from './automation-queries.ts'

const most = 20

/** The automations with a text in their name or description; the newest where it is empty. */
export async function searchAutomations(text: string, toValue = (id: string) => id): Promise<ChoiceGroup[]> {
  const { items, next } = await loadAutomations({ limit: most, offset: 0 }, text || undefined)
  const choices: Choice[] = items.map(({ id, name }) => ({ value: toValue(id), label: name }))
  return [{ title: 'Automations', items: choices, hasMore: next !== null }]
}
