import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPipelineBed, type PipelineBed } from './test-pipelines.ts'

let bed: PipelineBed
let one: string
let two: string
let three: string

beforeAll(async () => {
  bed = await startPipelineBed()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.reset()
  one = await bed.automation('one')
  two = await bed.automation('two')
  three = await bed.automation('three')
})

const now = () => new Date(bed.clock.now()).toISOString()
const statuses = async (runId: string) => (await bed.run(runId)).members.map(({ status }) => status)
const execution = async (id: string) =>
  (await bed.send('GET', `/api/v1/executions/${id}`)).json<Record<string, unknown>>()
const isRunning = async (pipelineId: string) =>
  (await bed.send('GET', `/api/v1/pipelines/${pipelineId}/status`)).json<{ isRunning: boolean }>().isRunning

const read = (price: string) => ({ extractedData: { price } })
const asks = (name: string, of: string) => ({
  name,
  actions: [{ name: 'Open', type: 'navigate', url: `https://\${${of}}/` }],
})
const createAutomation = async (automation: object) =>
  (await bed.send('POST', '/api/v1/automations', automation)).json<{ id: string }>().id

describe('a run', () => {
  test('is pending from the trigger on, with its first execution accepted and the others waiting', async () => {
    const pipelineId = await bed.pipeline([one, two])
    expect(await isRunning(pipelineId)).toBe(false)
    const runId = await bed.trigger(pipelineId)
    expect(await isRunning(pipelineId)).toBe(true)
    const waiting = { executionId: null, sessionId: null, error: null, startedAt: null, completedAt: null }
    expect(await bed.run(runId)).toStrictEqual({
      id: runId,
      pipelineId,
      jobId: null,
      status: 'pending',
      inputSessionId: null,
      members: [
        { ...waiting, automationId: one, status: 'pending', executionId: expect.any(String) as string },
        { ...waiting, automationId: two, status: 'waiting' },
      ],
      extractedData: {},
      error: null,
      createdAt: now(),
      startedAt: null,
      completedAt: null,
    })
  })

  test('runs its automations in the order of the pipeline, each when the one before has ended', async () => {
    const runId = await bed.trigger(await bed.pipeline([three, one, two]))
    for (const [position, automation] of [three, one, two].entries()) {
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

  test('shows when its first automation began, and when its last ended', async () => {
    const runId = await bed.trigger(await bed.pipeline([one, two]))
    await bed.clock.tick(1000)
    const startedAt = now()
    const executionId = await bed.start(one)
    await bed.clock.tick(1000)
    await bed.end(executionId)
    expect((await bed.run(runId)).members[0]).toMatchObject({ startedAt, completedAt: now() })
    await bed.clock.tick(1000)
    await bed.perform(two)
    expect(await bed.run(runId)).toMatchObject({ startedAt, completedAt: now() })
  })

  test('puts one job in the queue for each automation, due when its own cooldown is over', async () => {
    const owner = bed.service.database.connectAsOwner()
    await bed.send('POST', `/api/v1/automations/${two}/trigger`)
    await bed.perform(two)
    const cooledAt = new Date(bed.clock.now() + 45_000)
    await bed.clock.tick(5000)
    const runId = await bed.trigger(await bed.pipeline([one, two]))
    await bed.perform(one)
    const { executionId } = (await bed.run(runId)).members[1]!
    const { rows } = await owner.pool.query<{ start_after: Date }>(
      `select start_after from automation_jobs.job where data ->> 'executionId' = $1`,
      [executionId],
    )
    expect(rows).toEqual([{ start_after: cooledAt }])
  })

  test('counts as executions of its automations', async () => {
    await bed.trigger(await bed.pipeline([one, two]))
    await bed.perform(one)
    await bed.perform(two)
    const response = await bed.send('GET', '/api/v1/executions')
    expect(response.headers['x-total-count']).toBe('2')
  })
})

describe('the end of a run', () => {
  const failing = { error: 'Read: not found' }

  test.each<[string, object[], object[], string, string, string | null]>([
    [
      'all completed',
      [read('1'), read('2')],
      [read('1'), read('2')],
      'completed',
      'pipeline.completed',
      null,
    ],
    ['none did', [failing, failing], [{}, {}], 'failed', 'pipeline.failed', failing.error],
    [
      'some did',
      [{ ...failing, ...read('1') }, read('2')],
      [read('1'), read('2')],
      'partial_failed',
      'pipeline.failed',
      failing.error,
    ],
  ])('where %s has its status and one event', async (_what, outcomes, data, status, event, error) => {
    const pipelineId = await bed.pipeline([one, two])
    const runId = await bed.trigger(pipelineId)
    await bed.perform(one, outcomes[0])
    expect(await bed.ends()).toEqual([])
    await bed.clock.tick(1000)
    await bed.perform(two, outcomes[1])
    const [first, second] = data as { extractedData?: object }[]
    const extractedData = { [one]: first!.extractedData ?? {}, [two]: second!.extractedData ?? {} }
    expect(await bed.run(runId)).toMatchObject({ status, error, extractedData })
    expect(await isRunning(pipelineId)).toBe(false)
    expect(await bed.ends()).toStrictEqual([
      {
        event,
        timestamp: now(),
        data: { jobId: null, pipelineId, pipelineName: 'All of it', status, extractedData },
      },
    ])
  })

  test('lets the next begin', async () => {
    const pipelineId = await bed.pipeline([one])
    const first = await bed.trigger(pipelineId)
    await bed.perform(one)
    expect(await bed.trigger(pipelineId)).not.toBe(first)
  })

  test('comes with the first failure where the rest is not to run', async () => {
    const pipelineId = await bed.pipeline([one, two, three], { continueOnFailure: false })
    const runId = await bed.trigger(pipelineId)
    await bed.perform(one)
    await bed.perform(two, failing)
    expect(await bed.run(runId)).toMatchObject({ status: 'partial_failed', error: failing.error })
    expect(await statuses(runId)).toEqual(['completed', 'failed', 'skipped'])
    const left = await bed.send('GET', `/api/v1/automations/${three}/status`)
    expect(left.json()).toEqual({ isRunning: false })
    expect(await bed.ends()).toMatchObject([
      {
        event: 'pipeline.failed',
        data: { status: 'partial_failed', extractedData: { [one]: {}, [two]: {} } },
      },
    ])
  })

  test('is failed where the first failed and the rest is not to run', async () => {
    const runId = await bed.trigger(await bed.pipeline([one, two], { continueOnFailure: false }))
    await bed.perform(one, failing)
    expect(await bed.run(runId)).toMatchObject({ status: 'failed' })
  })
})

describe('sessions', () => {
  test('the one that an automation saved is what the next starts with', async () => {
    const runId = await bed.trigger(await bed.pipeline([one, two, three]))
    const first = await bed.perform(one, { savedState: '{}' })
    const { sessionId } = (await bed.run(runId)).members[0]!
    expect(sessionId).toEqual(expect.any(String))
    expect(await execution(first)).toMatchObject({ inputSessionId: null, sessionId })
    // One that saves none hands on the one before.
    const second = await bed.perform(two, { error: 'no' })
    expect(await execution(second)).toMatchObject({ inputSessionId: sessionId, sessionId: null })
    expect(await execution(await bed.perform(three))).toMatchObject({ inputSessionId: sessionId })
  })

  test.each([
    [true, true],
    [false, false],
  ])('are saved by all where chainSession is %s: %s', async (chainSession, saveSession) => {
    await bed.trigger(await bed.pipeline([one, two], { chainSession }))
    await bed.perform(one)
    await bed.perform(two)
    const { rows } = await bed.service.database
      .connectAsOwner()
      .pool.query('select save_session from automation.executions where owner_id = $1', [bed.ownerId()])
    expect(rows).toEqual([{ save_session: saveSession }, { save_session: saveSession }])
  })

  test('are not handed on where they are not chained', async () => {
    await bed.trigger(await bed.pipeline([one, two], { chainSession: false }), { saveSession: true })
    await bed.perform(one, { savedState: '{}' })
    expect(await execution(await bed.perform(two))).toMatchObject({ inputSessionId: null })
  })

  test('the one that the trigger names is what the first starts with', async () => {
    await bed.send('POST', `/api/v1/automations/${three}/trigger`, { saveSession: true })
    const { sessionId } = await execution(await bed.perform(three, { savedState: '{}' }))
    const runId = await bed.trigger(await bed.pipeline([one, two]), { sessionId })
    expect(await execution(await bed.perform(one))).toMatchObject({ inputSessionId: sessionId })
    expect((await bed.run(runId)).inputSessionId).toBe(sessionId)
  })
})

describe('the list of runs', () => {
  test('has the newest first, as each is read, with how many there are, for all and for one pipeline', async () => {
    const [first, second] = [await bed.pipeline([one]), await bed.pipeline([two])]
    const ids = [await bed.trigger(first), await bed.trigger(second)]
    await bed.perform(one)
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

describe('values', () => {
  test('that an automation lacks refuse the trigger, and so do values that none asks for', async () => {
    const pipelineId = await bed.pipeline([one, await createAutomation(asks('asks', 'host'))])
    const trigger = (variables: object) =>
      bed.send('POST', `/api/v1/pipelines/${pipelineId}/trigger`, { variables })
    expect((await trigger({})).json()).toMatchObject([{ property: 'variables.host', receivedValue: null }])
    const unknown = await trigger({ host: 'example.com', other: 'x' })
    expect(unknown.statusCode).toBe(400)
    expect(unknown.json()).toMatchObject([
      { property: 'variables.other', constraints: { whitelistValidation: expect.any(String) as string } },
    ])
    expect(await isRunning(pipelineId)).toBe(false)
  })

  test('go to the automations that ask for them, and are gone at the end', async () => {
    const pipelineId = await bed.pipeline([one, await createAutomation(asks('asks', 'host'))])
    const runId = await bed.trigger(pipelineId, { variables: { host: 'example.com' } })
    const sealed = async () => {
      const { rows } = await bed.service.database.connectAsOwner().pool.query<{ given: boolean[] }>(
        `select array[e.sealed_variables is not null, r.sealed_variables is not null] as given
         from automation.executions e join automation.pipeline_runs r on r.id = e.pipeline_run_id
         where r.id = $1 order by e.id`,
        [runId],
      )
      return rows.map(({ given }) => given)
    }
    await bed.perform(one)
    expect(await sealed()).toEqual([
      [false, true],
      [true, true],
    ])
    await bed.perform((await bed.run(runId)).members[1]!.automationId)
    expect(await sealed()).toEqual([
      [false, false],
      [false, false],
    ])
  })
})
