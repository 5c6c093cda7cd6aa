import { NotFoundError, type AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const loadJob = (id: string) => automation.jobs.get(id)

/** Jobs have no list of their own: the audit log says which were queued, and each is asked what became of it. */
export async function loadJobs(query: PageQuery) {
  const page = await loadPage(automation.auditLogs.list({ ...query, action: 'job.enqueued' }))
  const jobs = await Promise.all(page.items.map(({ resourceId }) => findJob(resourceId)))
  return { ...page, items: jobs.filter((job) => job !== undefined) }
}

async function findJob(id: string | null): Promise<AutomationApi.Job | undefined> {
  if (id === null) return undefined
  try {
    return await loadJob(id)
  } catch (error) {
    // It went with what it was about.
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}
