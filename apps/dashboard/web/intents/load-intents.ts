import { NotFoundError, type AutomationApi } from '@waypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const loadIntent = (id: string) => automation.intents.get(id)

/** Loads requests. The API has no list of them: the audit log has their ids, and each is loaded by id. */
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

/** The newest requests for a select field, each text once. */
export const intentChoices = queryOptions({
  queryKey: ['intents', 'choices'],
  queryFn: async () => {
    const { items } = await loadIntents({ limit: 50, offset: 0 })
    return items.filter(({ text }, index) => items.findIndex((each) => each.text === text) === index)
  },
})
