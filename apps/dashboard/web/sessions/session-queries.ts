import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { callWithHeaders } from '../client/call.ts'
import { toPage, type PageQuery } from '../client/page.ts'

export async function loadSessions(query: PageQuery) {
  const { data, headers } = await callWithHeaders(automation.GET('/api/v1/sessions', { params: { query } }))
  return toPage(data, headers)
}

/** The newest, for choosing one of them. */
export const sessionChoices = queryOptions({
  queryKey: ['sessions', 'choices'],
  queryFn: async () => (await loadSessions({ limit: 50 })).items,
})
