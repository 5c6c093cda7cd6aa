import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { loadChoices } from '../client/load-choices.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const automationQuery = (id: string) =>
  queryOptions({
    queryKey: ['automations', id],
    queryFn: () => automation.automations.get(id),
  })

export const loadAutomations = (query: PageQuery) => loadPage(automation.automations.list(query))

/** For choosing one of them. */
export const automationChoices = queryOptions({
  queryKey: ['automations', 'choices'],
  queryFn: () => loadChoices(automation.automations.list({ limit: 100 })),
})

export const loadVersions = (id: string, query: PageQuery) =>
  loadPage(automation.automations.versions(id, query))
