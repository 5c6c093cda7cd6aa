import { NotFoundError, type AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const loadJob = (id: string) => automation.jobs.get(id)

/** Loads jobs. The API has no list of them: the audit log has their ids, and each is loaded by id. */
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
    // The job was deleted with its automation or pipeline.
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}
