import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const loadSessions = (query: PageQuery) => loadPage(automation.sessions.list(query))

/** The newest sessions, for a select field. */
export const sessionChoices = queryOptions({
  queryKey: ['sessions', 'choices'],
  queryFn: async () => (await loadSessions({ limit: 50 })).items,
})
