import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Client } from '../../client.ts'
import { scopes, type Automation, type Pipeline, type PipelineRun } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

export const pipelines = '/api/v1/pipelines'

interface Bed {
  service: ServiceUnderTest
  key: Client
  good: Automation
  /** An automation that fails. */
  bad: Automation
  /** An automation that runs until it is stopped. */
  hanging: Automation
}

/** For tests: the service, and pipelines of the key's owner with their runs. */
export function openPipelineBed() {
  const bed = {} as Bed
  beforeAll(async () => {
    bed.service = await startService(['runner', 'dispatcher'])
    bed.key = await bed.service.key(scopes)
    bed.good = await bed.service.automation(bed.key)
    bed.hanging = await bed.service.automation(bed.key, bed.service.world.endlessUrl)
    const actions = [
      { name: 'open', type: 'navigate', url: bed.service.world.pageUrl },
      { name: 'read', type: 'extractText', selectors: ['.nothing'], output: 'price', timeoutMs: 1 },
    ]
    const broken = { name: 'Broken', actions }
    bed.bad = (await bed.key.post<Automation>('/api/v1/automations', broken)).body
  })
  afterAll(() => bed.service.close())
  return {
    bed,
    async create(automationIds: string[], more: object = {}) {
      const answer = await bed.key.post<Pipeline>(pipelines, { name: 'All of them', automationIds, ...more })
      expect(answer.status).toBe(201)
      return answer.body
    },
    trigger: (id: string, body?: object) =>
      bed.key.post<{ pipelineRunId: string; status: string }>(`${pipelines}/${id}/trigger`, body),
    waitForEnd: (runId: string) =>
      waitFor(
        'the end of the run',
        async () => {
          const { body } = await bed.key.get<PipelineRun>(`/api/v1/pipeline-runs/${runId}`)
          return body.completedAt !== null && body
        },
        180_000,
      ),
  }
}
