import { afterAll, beforeAll, expect, test } from 'vitest'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { advancePipelineRuns } from './advance-pipeline-runs.ts'
import type { PipelineRun } from './pipeline-run.ts'
import { startPipelineBed, type PipelineBed } from './test-pipelines.ts'

let bed: PipelineBed

beforeAll(async () => {
  bed = await startPipelineBed()
  await bed.reset()
})
afterAll(() => bed.close())

/** The same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const unended = async () => {
  const list = await bed.send('GET', '/api/v1/executions?limit=100')
  return list
    .json<{ id: string; completedAt: string | null }[]>()
    .filter(({ completedAt }) => completedAt === null)
}
/** Starts and ends whatever is there, as the runners do. */
const endAll = async () => {
  const { services } = bed.service
  await Promise.all(
    (await unended()).map(async ({ id }) => {
      await startExecution(services, id)
      await endExecution(services, id, { error: null, extractedData: {}, steps: [] })
    }),
  )
}

test('concurrent runs, triggers, stops and deletions on the same automations cause no deadlock, and all runs end with one event', async () => {
  const random = createRandom(7)
  const automations = await Promise.all(Array.from({ length: 6 }, (_, index) => bed.automation(`${index}`)))
  const shuffled = () =>
    automations
      .map((id) => ({ id, at: random(1000) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ id }) => id)
  const pipelines = await Promise.all(Array.from({ length: 8 }, () => bed.pipeline(shuffled())))
  const accepted = new Set<string>()
  const deleted = await bed.pipeline(shuffled())
  const of = (noun: string, ids: string[]) => `/api/v1/${noun}/${ids[random(ids.length)]!}`
  const act = async () => {
    const [method, url] = [
      ['POST', `${of('pipelines', pipelines)}/trigger`],
      ['POST', `${of('pipelines', pipelines)}/trigger`],
      ['POST', `${of('automations', automations)}/trigger`],
      ['POST', `${of('automations', automations)}/stop`],
      ['POST', `${of('pipelines', pipelines)}/stop`],
    ][random(5)] as ['POST', string]
    const response = await bed.send(method, url)
    expect([202, 400, 409]).toContain(response.statusCode)
    const { pipelineRunId } = response.json<{ pipelineRunId?: string }>()
    if (pipelineRunId !== undefined) accepted.add(pipelineRunId)
  }

  accepted.add(await bed.trigger(deleted))
  for (let round = 0; round < 25; round += 1) {
    await Promise.all([
      endAll(),
      advancePipelineRuns(bed.service.services),
      ...Array.from({ length: 8 }, act),
    ])
    if (round === 10) await bed.send('DELETE', `/api/v1/automations/${automations.pop()!}`)
    if (round === 15) await Promise.all([endAll(), bed.send('DELETE', `/api/v1/pipelines/${deleted}`)])
  }

  const isOver = async () => {
    await endAll()
    await advancePipelineRuns(bed.service.services)
    const runs = (await bed.send('GET', '/api/v1/pipeline-runs?limit=100')).json<PipelineRun[]>()
    return runs.every(({ completedAt }) => completedAt !== null)
  }
  await expect.poll(isOver).toBe(true)
  expect(await bed.published()).toHaveLength(accepted.size)
})
