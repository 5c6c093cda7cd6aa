import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { loadChoices } from '../client/load-choices.ts'
import { toPage, type PageQuery } from '../client/page.ts'

export const automationQuery = (id: string) =>
  queryOptions({
    queryKey: ['automations', id],
    queryFn: () => call(automation.GET('/api/v1/automations/{id}', { params: { path: { id } } })),
  })

export async function loadAutomations(query: PageQuery) {
  const { data, headers } = await callWithHeaders(
    automation.GET('/api/v1/automations', { params: { query } }),
  )
  return toPage(data, headers)
}

/** For choosing one of them. */
export const automationChoices = queryOptions({
  queryKey: ['automations', 'choices'],
  queryFn: () => loadChoices(loadAutomations),
})

export async function loadVersions(id: string, query: PageQuery) {
  const { data, headers } = await callWithHeaders(
    automation.GET('/api/v1/automations/{id}/versions', { params: { path: { id }, query } }),
  )
  return toPage(data, headers)
}
