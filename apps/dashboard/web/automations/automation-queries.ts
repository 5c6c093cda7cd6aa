import { NotFoundError, type AutomationApi } from '@waypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { loadPage, type Page, type PageQuery } from '../client/page.ts'

export const automationQuery = (id: string) =>
  queryOptions({
    queryKey: ['automations', id],
    queryFn: () => automation.automations.get(id),
  })

/** @param q a part of the name or the description */
export const loadAutomations = (query: PageQuery & { include?: 'lastRun' }, q?: string) =>
  loadPage(automation.automations.list({ ...query, q }))

/** Automations with the contents of their uploaded files, which lists leave out. */
export async function loadWholeAutomations(query: PageQuery): Promise<Page<unknown>> {
  const page = await loadAutomations(query)
  const items: unknown[] = []
  for (const listed of page.items) {
    const hasFile = listed.actions.some(({ type }) => type === 'upload')
    // An automation that was deleted meanwhile keeps what the list contained.
    items.push(hasFile ? await automation.automations.get(listed.id).catch(unlessDeleted(listed)) : listed)
  }
  return { ...page, items }
}

const unlessDeleted = (listed: AutomationApi.ListedAutomation) => (error: unknown) => {
  if (!(error instanceof NotFoundError)) throw error
  return listed
}

export const loadVersions = (id: string, query: PageQuery) =>
  loadPage(automation.automations.versions(id, query))
