import { NotFoundError, type AutomationApi } from '@waypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { loadChoices } from '../client/load-choices.ts'
import { loadPage, type Page, type PageQuery } from '../client/page.ts'

export const automationQuery = (id: string) =>
  queryOptions({
    queryKey: ['automations', id],
    queryFn: () => automation.automations.get(id),
  })

export const loadAutomations = (query: PageQuery) => loadPage(automation.automations.list(query))

/** The same with what is in the files of steps, which lists leave out. */
export async function loadWholeAutomations(query: PageQuery): Promise<Page<unknown>> {
  const page = await loadAutomations(query)
  const items: unknown[] = []
  for (const listed of page.items) {
    const hasFile = listed.actions.some(({ type }) => type === 'upload')
    // Of one that was deleted meanwhile, what the list said.
    items.push(hasFile ? await automation.automations.get(listed.id).catch(unlessDeleted(listed)) : listed)
  }
  return { ...page, items }
}

const unlessDeleted = (listed: AutomationApi.ListedAutomation) => (error: unknown) => {
  if (!(error instanceof NotFoundError)) throw error
  return listed
}

/** For choosing one of them. */
export const automationChoices = queryOptions({
  queryKey: ['automations', 'choices'],
  queryFn: () => loadChoices(automation.automations.list({ limit: 100 })),
})

export const loadVersions = (id: string, query: PageQuery) =>
  loadPage(automation.automations.versions(id, query))
