import { describe, expect, test } from 'vitest'
import { openPipelineRunBed } from './test-pipeline-runs.ts'

const { bed, execution, isRunning } = openPipelineRunBed()
const now = () => new Date(bed.clock.now()).toISOString()
const statuses = async (runId: string) => (await bed.run(runId)).members.map(({ status }) => status)
const read = (price: string) => ({ extractedData: { price } })

describe('a run', () => {
  test('is pending from the trigger on, with its first execution accepted and the others waiting', async () => {
    const pipelineId = await bed.pipeline([bed.one, bed.two])
    expect(await isRunning(pipelineId)).toBe(false)
    const runId = await bed.trigger(pipelineId)
    expect(await isRunning(pipelineId)).toBe(true)
    const waiting = {
      executionId: null,
      sessionId: null,
      rows: null,
      error: null,
      startedAt: null,
      completedAt: null,
    }
    expect(await bed.run(runId)).toStrictEqual({
      id: runId,
      pipelineId,
      jobId: null,
      status: 'pending',
      inputSessionId: null,
      members: [
        { ...waiting, automationId: bed.one, status: 'pending', executionId: expect.any(String) as string },
        { ...waiting, automationId: bed.two, status: 'waiting' },
      ],
      extractedData: {},
      error: null,
      createdAt: now(),
      startedAt: null,
      completedAt: null,
    })
  })

  test('runs its automations in the pipeline’s order, each after the end of the previous one', async () => {
    const runId = await bed.trigger(await bed.pipeline([bed.three, bed.one, bed.two]))
    for (const [position, automation] of [bed.three, bed.one, bed.two].entries()) {
      const executionId = await bed.start(automation)
      const { status, members } = await bed.run(runId)
      expect(status).toBe('running')
      expect(members[position]).toMatchObject({ automationId: automation, status: 'running', executionId })
      expect(members.slice(position + 1).every((member) => member.status === 'waiting')).toBe(true)
      expect(await execution(executionId)).toMatchObject({ pipelineRunId: runId })
      await bed.end(executionId)
    }
    expect(await statuses(runId)).toEqual(['completed', 'completed', 'completed'])
  })

  test('shows when its first automation began, and when its last one ended', async () => {
    const runId = await bed.trigger(await bed.pipeline([bed.one, bed.two]))
    await bed.clock.tick(1000)
    const startedAt = now()
    const executionId = await bed.start(bed.one)
    await bed.clock.tick(1000)
    await bed.end(executionId)
    expect((await bed.run(runId)).members[0]).toMatchObject({ startedAt, completedAt: now() })
    await bed.clock.tick(1000)
    await bed.perform(bed.two)
    expect(await bed.run(runId)).toMatchObject({ startedAt, completedAt: now() })
  })

  test('queues one job per automation, due when its own cooldown is over', async () => {
    const owner = bed.service.database.connectAsOwner()
    await bed.send('POST', `/api/v1/automations/${bed.two}/trigger`)
    await bed.perform(bed.two)
    const cooledAt = new Date(bed.clock.now() + 45_000)
    await bed.clock.tick(5000)
    const runId = await bed.trigger(await bed.pipeline([bed.one, bed.two]))
    await bed.perform(bed.one)
    const { executionId } = (await bed.run(runId)).members[1]!
    const { rows } = await owner.pool.query<{ start_after: Date }>(
      `select start_after from automation_jobs.job where data ->> 'executionId' = $1`,
      [executionId],
    )
    expect(rows).toEqual([{ start_after: cooledAt }])
  })

  test('is part of its automations’ executions', async () => {
    await bed.trigger(await bed.pipeline([bed.one, bed.two]))
    await bed.perform(bed.one)
    await bed.perform(bed.two)
    const response = await bed.send('GET', '/api/v1/executions')
    expect(response.headers['x-total-count']).toBe('2')
  })
})

describe('the end of a run', () => {
  const failing = { error: 'Read: not found' }

  test.each<[string, object[], object[], string, string, string | null]>([
    [
      'all members completed',
      [read('1'), read('2')],
      [read('1'), read('2')],
      'completed',
      'pipeline.completed',
      null,
    ],
    ['no member completed', [failing, failing], [{}, {}], 'failed', 'pipeline.failed', failing.error],
    [
      'some members completed',
      [{ ...failing, ...read('1') }, read('2')],
      [read('1'), read('2')],
      'partial_failed',
      'pipeline.failed',
      failing.error,
    ],
  ])('with %s has its status and one event', async (_what, outcomes, data, status, event, error) => {
    const pipelineId = await bed.pipeline([bed.one, bed.two])
    const runId = await bed.trigger(pipelineId)
    await bed.perform(bed.one, outcomes[0])
    expect(await bed.published()).toEqual([])
    await bed.clock.tick(1000)
    await bed.perform(bed.two, outcomes[1])
    const [first, second] = data as { extractedData?: object }[]
    const extractedData = { [bed.one]: first!.extractedData ?? {}, [bed.two]: second!.extractedData ?? {} }
    expect(await bed.run(runId)).toMatchObject({ status, error, extractedData })
    expect(await isRunning(pipelineId)).toBe(false)
    expect(await bed.published()).toStrictEqual([
      {
        event,
        timestamp: now(),
        data: { jobId: null, pipelineId, pipelineName: 'All of it', status, extractedData },
      },
    ])
  })

  test('lets the next run begin', async () => {
    const pipelineId = await bed.pipeline([bed.one])
    const first = await bed.trigger(pipelineId)
    await bed.perform(bed.one)
    expect(await bed.trigger(pipelineId)).not.toBe(first)
  })

  test('follows the first failure when the rest is not to run', async () => {
    const pipelineId = await bed.pipeline([bed.one, bed.two, bed.three], { continueOnFailure: false })
    const runId = await bed.trigger(pipelineId)
    await bed.perform(bed.one)
    await bed.perform(bed.two, failing)
    expect(await bed.run(runId)).toMatchObject({ status: 'partial_failed', error: failing.error })
    expect(await statuses(runId)).toEqual(['completed', 'failed', 'skipped'])
    const left = await bed.send('GET', `/api/v1/automations/${bed.three}/status`)
    expect(left.json()).toEqual({ isRunning: false })
    expect(await bed.published()).toMatchObject([
      {
        event: 'pipeline.failed',
        data: { status: 'partial_failed', extractedData: { [bed.one]: {}, [bed.two]: {} } },
      },
    ])
  })

  test('is failed when the first member failed and the rest is not to run', async () => {
    const runId = await bed.trigger(await bed.pipeline([bed.one, bed.two], { continueOnFailure: false }))
    await bed.perform(bed.one, failing)
    expect(await bed.run(runId)).toMatchObject({ status: 'failed' })
  })
})

describe('the list of runs', () => {
  test('has the newest first with the total, for all pipelines and for one', async () => {
    const [first, second] = [await bed.pipeline([bed.one]), await bed.pipeline([bed.two])]
    const ids = [await bed.trigger(first), await bed.trigger(second)]
    await bed.perform(bed.one)
    ids.push(await bed.trigger(first))
    const list = async (query = '') => {
      const response = await bed.send('GET', `/api/v1/pipeline-runs${query}`)
      const items = response.json<{ id: string }[]>()
      return { items, ids: items.map(({ id }) => id), total: response.headers['x-total-count'], response }
    }
    expect(await list()).toMatchObject({ ids: ids.toReversed(), total: '3' })
    expect((await list()).items[0]).toStrictEqual(await bed.run(ids[2]!))
    expect(await list(`?pipelineId=${first}`)).toMatchObject({ ids: [ids[2], ids[0]], total: '2' })
    const { response } = await list('?limit=2')
    const next = /<([^>]+)>; rel="next"/.exec(String(response.headers['link']))![1]!
    expect((await bed.send('GET', next)).json()).toMatchObject([{ id: ids[0] }])
    await bed.reset()
    expect(await list()).toMatchObject({ ids: [], total: '0' })
    expect(await list(`?pipelineId=${first}`)).toMatchObject({ ids: [], total: '0' })
  })

  test.each([
    ['?pipelineId=x', 'pipelineId'],
    ['?limit=101', 'limit'],
    ['?cursor=x', 'cursor'],
  ])('%s is refused', async (query, property) => {
    const response = await bed.send('GET', `/api/v1/pipeline-runs${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ property }])
  })
})
