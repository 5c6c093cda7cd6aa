import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { advancePipelineRuns } from './advance-pipeline-runs.ts'
import { startPipelineBed, type PipelineBed } from './test-pipelines.ts'

let bed: PipelineBed
let one: string
let two: string
let pipelineId: string
let runId: string

beforeAll(async () => {
  bed = await startPipelineBed()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.reset()
  one = await bed.automation('one')
  two = await bed.automation('two')
  pipelineId = await bed.pipeline([one, two])
  runId = await bed.trigger(pipelineId)
})

const stop = () => bed.send('POST', `/api/v1/pipelines/${pipelineId}/stop`)
const remove = () => bed.send('DELETE', `/api/v1/pipelines/${pipelineId}`)
const isRunning = async (path: string) =>
  (await bed.send('GET', `/api/v1/${path}/status`)).json<{ isRunning: boolean }>().isRunning
const outcomes = async () => (await bed.published()).map(({ event, data }) => [event, data['status']])
const execution = async (id: string) =>
  (await bed.send('GET', `/api/v1/executions/${id}`)).json<Record<string, unknown>>()
const stopped = 'Stopped by user'
const notRunning = { statusCode: 409, message: 'Pipeline is not running', error: 'Conflict' }

describe('stopping a run', () => {
  test('whose first execution waits ends both at once, with one event', async () => {
    const response = await stop()
    expect(response.statusCode).toBe(202)
    expect(response.json()).toStrictEqual({ pipelineRunId: runId, status: 'stopping' })
    expect(await bed.run(runId)).toMatchObject({
      status: 'failed',
      error: stopped,
      members: [{ status: 'failed', error: stopped }, { status: 'skipped' }],
      extractedData: {},
      completedAt: new Date(bed.clock.now()).toISOString(),
    })
    expect(await isRunning(`automations/${one}`)).toBe(false)
    expect(await isRunning(`pipelines/${pipelineId}`)).toBe(false)
    expect(await outcomes()).toEqual([['pipeline.failed', 'failed']])
  })

  test('whose execution runs leaves both to its runner, and the extracted data is kept', async () => {
    const executionId = await bed.start(one)
    expect((await stop()).statusCode).toBe(202)
    expect(await bed.run(runId)).toMatchObject({ status: 'running' })
    expect(await isRunning(`pipelines/${pipelineId}`)).toBe(true)
    expect(await bed.published()).toEqual([])
    await bed.end(executionId, { error: stopped, extractedData: { price: '1' } })
    expect(await bed.run(runId)).toMatchObject({
      status: 'failed',
      error: stopped,
      members: [{ status: 'failed' }, { status: 'skipped' }],
      extractedData: { [one]: { price: '1' } },
    })
    expect(await outcomes()).toEqual([['pipeline.failed', 'failed']])
  })

  test('after an automation has completed is a partial failure', async () => {
    await bed.perform(one)
    await stop()
    expect(await bed.run(runId)).toMatchObject({ status: 'partial_failed', error: stopped })
    expect(await isRunning(`automations/${two}`)).toBe(false)
    expect(await outcomes()).toEqual([['pipeline.failed', 'partial_failed']])
  })

  test('may be requested twice while its execution runs', async () => {
    const executionId = await bed.start(one)
    expect([(await stop()).statusCode, (await stop()).statusCode]).toEqual([202, 202])
    await bed.end(executionId, { error: stopped })
    expect(await bed.published()).toHaveLength(1)
  })

  test('is refused before a trigger and after the end', async () => {
    const other = await bed.pipeline([two])
    const early = await bed.send('POST', `/api/v1/pipelines/${other}/stop`)
    expect([early.statusCode, early.json()]).toEqual([409, notRunning])
    await stop()
    const late = await stop()
    expect([late.statusCode, late.json()]).toEqual([409, notRunning])
  })

  test('takes no input', async () => {
    const response = await bed.send('POST', `/api/v1/pipelines/${pipelineId}/stop`, { now: true })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ property: 'now' }])
  })

  test('while an automation ends is either in time or too late, and there is one event', async () => {
    for (let round = 0; round < 10; round += 1) {
      const executionId = await bed.start(one)
      const [response] = await Promise.all([stop(), bed.end(executionId)])
      expect(response.statusCode).toBe(202)
      const { status, members } = await bed.run(runId)
      expect(['failed', 'partial_failed']).toContain(status)
      expect(members[1]!.status).not.toBe('waiting')
      expect(await isRunning(`automations/${two}`)).toBe(false)
      expect(await bed.published()).toHaveLength(round + 1)
      runId = await bed.trigger(pipelineId)
    }
  })

  test('is carried out by the next sweep when the process died after the request was committed', async () => {
    await bed.service.database
      .connectAsOwner()
      .pool.query('update automation.pipeline_runs set stop_requested_at = now() where id = $1', [runId])
    await advancePipelineRuns(bed.service.services)
    expect(await bed.run(runId)).toMatchObject({ status: 'failed', error: stopped })
  })

  test('is different from stopping its automation, which stops only that member', async () => {
    await bed.send('POST', `/api/v1/automations/${one}/stop`)
    const { members } = await bed.run(runId)
    expect(members).toMatchObject([{ status: 'failed', error: stopped }, { status: 'pending' }])
    await bed.perform(two)
    expect(await outcomes()).toEqual([['pipeline.failed', 'partial_failed']])
  })
})

describe('deleting a pipeline', () => {
  test('deletes its runs, and leaves the executions to their automations', async () => {
    const executionId = await bed.perform(one)
    await bed.perform(two)
    expect((await remove()).statusCode).toBe(204)
    expect((await bed.send('GET', `/api/v1/pipeline-runs/${runId}`)).statusCode).toBe(404)
    expect((await bed.send('GET', '/api/v1/pipeline-runs')).headers['x-total-count']).toBe('0')
    expect(await execution(executionId)).toMatchObject({ status: 'completed', pipelineRunId: null })
    expect(await outcomes()).toEqual([['pipeline.completed', 'completed']])
    expect((await remove()).statusCode).toBe(404)
  })

  test('ends a run whose execution waits, and that execution', async () => {
    expect((await remove()).statusCode).toBe(204)
    expect(await isRunning(`automations/${one}`)).toBe(false)
    expect(await outcomes()).toEqual([['pipeline.failed', 'failed']])
  })

  test('ends a run whose execution is running, and stops that execution', async () => {
    await bed.perform(one, { extractedData: { price: '1' } })
    const executionId = await bed.start(two)
    expect((await remove()).statusCode).toBe(204)
    expect(await bed.published()).toMatchObject([
      {
        event: 'pipeline.failed',
        data: {
          pipelineId,
          pipelineName: 'All of it',
          status: 'partial_failed',
          extractedData: { [one]: { price: '1' } },
        },
      },
    ])
    await bed.end(executionId)
    expect(await execution(executionId)).toMatchObject({
      status: 'failed',
      error: stopped,
      pipelineRunId: null,
    })
    expect(await bed.published()).toHaveLength(1)
  })

  test('ends a run that waits for a busy automation', async () => {
    const waiting = await bed.pipeline([one])
    await bed.trigger(waiting)
    expect((await bed.send('DELETE', `/api/v1/pipelines/${waiting}`)).statusCode).toBe(204)
    expect(await bed.published()).toMatchObject([{ data: { pipelineId: waiting, status: 'failed' } }])
    expect(await isRunning(`automations/${one}`)).toBe(true)
  })

  test('while its run ends publishes one event, whichever is first', async () => {
    for (let round = 0; round < 10; round += 1) {
      await bed.perform(one)
      const executionId = await bed.start(two)
      const [response] = await Promise.all([remove(), bed.end(executionId)])
      expect(response.statusCode).toBe(204)
      expect(await bed.published()).toHaveLength(round + 1)
      pipelineId = await bed.pipeline([one, two])
      runId = await bed.trigger(pipelineId)
    }
  })

  test('while it is being triggered leaves nothing running', async () => {
    await bed.perform(one)
    await bed.perform(two)
    const [response] = await Promise.all([
      remove(),
      ...Array.from({ length: 5 }, () => bed.send('POST', `/api/v1/pipelines/${pipelineId}/trigger`)),
    ])
    expect(response.statusCode).toBe(204)
    expect(await isRunning(`automations/${one}`)).toBe(false)
    const { rows } = await bed.service.database
      .connectAsOwner()
      .pool.query('select from automation.pipeline_runs where pipeline_id = $1', [pipelineId])
    expect(rows).toEqual([])
  })
})
