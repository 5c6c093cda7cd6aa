import { expect } from 'vitest'
import type { PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import type { Job } from './job.ts'

/** For tests: jobs on the bed, for the current automation by default. */
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
    async subscribe(events: string[], to = 'https://example.com') {
      const response = await current().bed.send('POST', '/webhooks', { name: 'told', url: to, events })
      return response.json<{ _id: string }>()['_id']
    },
  }
}
