import { ApiError } from '../client/api-error.ts'
import { automation, type Intent } from '../client/automation.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { toPage, type PageQuery } from '../client/page.ts'

export const loadIntent = (id: string) =>
  call(automation.GET('/api/v1/intents/{id}', { params: { path: { id } } }))

/** Requests have no list of their own: the audit log says which were taken, and each is asked what became of it. */
export async function loadIntents(query: PageQuery) {
  const { data, headers } = await callWithHeaders(
    automation.GET('/api/v1/audit-logs', { params: { query: { ...query, action: 'intent.accepted' } } }),
  )
  const intents = await Promise.all(data.map(({ resourceId }) => findIntent(resourceId)))
  return toPage(
    intents.filter((intent) => intent !== undefined),
    headers,
  )
}

async function findIntent(id: string | null): Promise<Intent | undefined> {
  if (id === null) return undefined
  try {
    return await loadIntent(id)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
