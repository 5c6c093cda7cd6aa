import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { deliveries } from '../db/tables.ts'
import type { PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import type { Job } from './job.ts'

export interface Told {
  event: string
  data: Record<string, unknown>
}

/** For tests: jobs on the bed, for the automation that there is at the time unless another target is given. */
export function createJobClient(current: () => { bed: PipelineBed; automationId: string }) {
  const enqueue = async (targetId = current().automationId, more: object = {}) => {
    const type = 'automation'
    const response = await current().bed.send('POST', '/api/v1/jobs/enqueue', { type, targetId, ...more })
    expect(response.statusCode).toBe(202)
    return response.json<{ jobId: string }>().jobId
  }
  const read = async (jobId: string) => (await current().bed.send('GET', `/api/v1/jobs/${jobId}`)).json<Job>()
  return {
    enqueue,
    read,
    states: async (...ids: string[]) => Promise.all(ids.map(async (id) => (await read(id)).status)),
    /** What was published for the owner, to whomever, oldest first. */
    async told() {
      const { bed } = current()
      const rows = await bed.service.services.db
        .select({ body: deliveries.body })
        .from(deliveries)
        .where(eq(deliveries.ownerId, bed.ownerId()))
        .orderBy(asc(deliveries.id))
      return rows.map(({ body }) => JSON.parse(body) as Told)
    },
    async subscribe(events: string[], to = 'https://example.com') {
      const response = await current().bed.send('POST', '/webhooks', { name: 'told', url: to, events })
      return response.json<{ _id: string }>()['_id']
    },
  }
}
