import { NotFoundError, type AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const loadIntent = (id: string) => automation.intents.get(id)

/** Requests have no list of their own: the audit log says which were taken, and each is asked what became of it. */
export async function loadIntents(query: PageQuery) {
  const page = await loadPage(automation.auditLogs.list({ ...query, action: 'intent.accepted' }))
  const intents = await Promise.all(page.items.map(({ resourceId }) => findIntent(resourceId)))
  return { ...page, items: intents.filter((intent) => intent !== undefined) }
}

async function findIntent(id: string | null): Promise<AutomationApi.Intent | undefined> {
  if (id === null) return undefined
  try {
    return await loadIntent(id)
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}
