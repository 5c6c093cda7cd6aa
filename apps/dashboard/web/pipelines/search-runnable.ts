import { searchAutomations } from '../automations/search-automations.ts'
import type { ChoiceGroup } from '../choices/choice.ts'
import { loadPipelines } from './pipeline-queries.ts'

const most = 20

/** The automations and pipelines that a text names, by `type id`. */
export async function searchRunnable(text: string): Promise<ChoiceGroup[]> {
  const [automations, { items, next }] = await Promise.all([
    searchAutomations(text, (id) => `automation ${id}`),
    loadPipelines({ limit: most, offset: 0 }, text || undefined),
  ])
  const pipelines = items.map(({ id, name }) => ({ value: `pipeline ${id}`, label: name }))
  return [...automations, { title: 'Pipelines', items: pipelines, hasMore: next !== null }]
}
