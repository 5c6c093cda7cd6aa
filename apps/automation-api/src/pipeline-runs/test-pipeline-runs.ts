import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startPipelineBed, type PipelineBed } from './test-pipelines.ts'

/** For tests: a person with three automations for each test, and a runner that the test controls. */
export function openPipelineRunBed() {
  const bed = {} as PipelineBed & Record<'one' | 'two' | 'three', string>
  beforeAll(async () => {
    Object.assign(bed, await startPipelineBed())
  })
  afterAll(() => bed.close())
  beforeEach(async () => {
    await bed.reset()
    bed.one = await bed.automation('one')
    bed.two = await bed.automation('two')
    bed.three = await bed.automation('three')
  })
  return {
    bed,
    execution: async (id: string) =>
      (await bed.send('GET', `/api/v1/executions/${id}`)).json<Record<string, unknown>>(),
    isRunning: async (pipelineId: string) =>
      (await bed.send('GET', `/api/v1/pipelines/${pipelineId}/status`)).json<{ isRunning: boolean }>()
        .isRunning,
  }
}
