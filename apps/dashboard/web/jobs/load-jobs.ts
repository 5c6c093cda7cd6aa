import { automation, type Job } from '../client/automation.ts'
import { ApiError } from '../client/api-error.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { toPage, type PageQuery } from '../client/page.ts'

export const loadJob = (id: string) => call(automation.GET('/api/v1/jobs/{id}', { params: { path: { id } } }))

/** Jobs have no list of their own: the audit log says which were queued, and each is asked what became of it. */
export async function loadJobs(query: PageQuery) {
  const { data, headers } = await callWithHeaders(
    automation.GET('/api/v1/audit-logs', { params: { query: { ...query, action: 'job.enqueued' } } }),
  )
  const jobs = await Promise.all(data.map(({ resourceId }) => findJob(resourceId)))
  return toPage(
    jobs.filter((job) => job !== undefined),
    headers,
  )
}

async function findJob(id: string | null): Promise<Job | undefined> {
  if (id === null) return undefined
  try {
    return await loadJob(id)
  } catch (error) {
    // It went with what it was about.
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
