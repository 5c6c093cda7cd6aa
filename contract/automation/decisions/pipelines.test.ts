import { randomUUID } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import type { Hook } from '../../outside-world.ts'
import { scopes, type Automation, type Execution, type Pipeline, type PipelineRun } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 25, and what 15, 16, 17, 19, 20 and 22 say of pipelines.
const pipelines = '/api/v1/pipelines'
let service: ServiceUnderTest
let key: Client
let stranger: Client
let hook: Hook
let good: Automation
let bad: Automation
let hanging: Automation

beforeAll(async () => {
  service = await startService(['runner', 'dispatcher'])
  key = await service.key(scopes)
  stranger = await service.key(scopes, service.stranger)
  hook = service.world.hook()
  await service.webhook(['pipeline.completed', 'pipeline.failed'], hook.url)
  good = await service.automation(key)
  hanging = await service.automation(key, service.world.endlessUrl)
  const actions = [
    { name: 'open', type: 'navigate', url: service.world.pageUrl },
    { name: 'read', type: 'extractText', selectors: ['.nothing'], output: 'price', timeoutMs: 1 },
  ]
  bad = (await key.post<Automation>('/api/v1/automations', { name: 'Broken', actions })).body
})
afterAll(() => service.close())

const create = async (automationIds: string[], more: object = {}) => {
  const answer = await key.post<Pipeline>(pipelines, { name: 'All of them', automationIds, ...more })
  expect(answer.status).toBe(201)
  return answer.body
}
const trigger = (id: string, body?: object) =>
  key.post<{ pipelineRunId: string; status: string }>(`${pipelines}/${id}/trigger`, body)
const refused = (scope: string) => ({
  status: 403,
  body: { message: `Insufficient permissions. Required scopes: ${scope}` },
})
const waitForEnd = (runId: string) =>
  waitFor(
    'the end of the run',
    async () => {
      const { body } = await key.get<PipelineRun>(`/api/v1/pipeline-runs/${runId}`)
      return body.completedAt !== null && body
    },
    180_000,
  )
/** Triggers it, and waits for its end; where the service is not the suite's own, cooldowns pass first. */
async function run({ id }: Pipeline): Promise<PipelineRun> {
  await service.local?.execute('update automation.automations set last_ended_at = null')
  return waitForEnd((await trigger(id)).body.pipelineRunId)
}
/** The events of a pipeline, once there is one. */
async function eventsOf(pipelineId: string): Promise<Record<string, unknown>[]> {
  await service.local?.hasten()
  return waitFor(
    `an event of ${pipelineId}`,
    () => {
      const bodies = hook.requests.map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>)
      const its = bodies.filter(({ data }) => (data as { pipelineId: string }).pipelineId === pipelineId)
      return its.length > 0 && its
    },
    30_000,
  )
}

describe('a pipeline', () => {
  test('is created, read, listed, changed and deleted', async () => {
    const created = await create([good.id, bad.id])
    expect(created).toMatchObject({
      name: 'All of them',
      automationIds: [good.id, bad.id],
      continueOnFailure: true,
      chainSession: true,
    })
    const url = `${pipelines}/${created.id}`
    const { body, headers } = await key.get(url)
    expect(body).toEqual(created)
    const listed = await key.get<Pipeline[]>(`${pipelines}?limit=100`)
    expect(listed.body).toContainEqual(created)
    expect(listed.headers.get('x-total-count')).toBe(String(listed.body.length))
    const tag = headers.get('etag')!
    expect((await key.get(url, { 'if-none-match': tag })).status).toBe(304)
    expect(await key.patch(url, { name: 'New' }, { 'if-match': tag })).toMatchObject({
      status: 200,
      body: { name: 'New' },
    })
    expect((await key.patch(url, { name: 'Stale' }, { 'if-match': tag })).status).toBe(412)
    expect((await key.delete(url)).status).toBe(204)
    expect(await key.get(url)).toMatchObject({
      status: 404,
      body: { message: 'Pipeline not found or unauthorized', error: 'Not Found' },
    })
  })

  test.each<[field: object, property: string, rule: string]>([
    [{ name: 7 }, 'name', 'isString'],
    [{ automationIds: [] }, 'automationIds', 'arrayMinSize'],
    [{ automationIds: ['x'] }, 'automationIds.0', 'isUuid'],
    [{ automationIds: [randomUUID()] }, 'automationIds.0', 'isIn'],
    [{ chainSession: 'yes' }, 'chainSession', 'isBoolean'],
    [{ more: true }, 'more', 'whitelistValidation'],
  ])('with %j is a 400 on its field', async (field, property, rule) => {
    const input = { name: 'Wrong', automationIds: [good.id], ...field }
    const { status, body } = await key.post(pipelines, input)
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property, constraints: { [rule]: expect.any(String) } }])
  })

  test('names no automation twice, and none of somebody else', async () => {
    const post = (automationIds: string[]) => stranger.post(pipelines, { name: 'x', automationIds })
    expect(await post([good.id])).toMatchObject({ status: 400, body: [{ property: 'automationIds.0' }] })
    const twice = await key.post(pipelines, { name: 'x', automationIds: [good.id, good.id] })
    expect(twice).toMatchObject({ status: 400, body: [{ property: 'automationIds' }] })
  })

  test('is not there for somebody else, nor are its runs', async () => {
    const { id } = await create([hanging.id])
    const { pipelineRunId } = (await trigger(id)).body
    const noPipeline = { status: 404, body: { message: 'Pipeline not found or unauthorized' } }
    expect(await stranger.get(`${pipelines}/${id}`)).toMatchObject(noPipeline)
    expect(await stranger.patch(`${pipelines}/${id}`, { name: 'his' })).toMatchObject(noPipeline)
    expect(await stranger.delete(`${pipelines}/${id}`)).toMatchObject(noPipeline)
    expect(await stranger.get(`${pipelines}/${id}/status`)).toMatchObject(noPipeline)
    expect(await stranger.post(`${pipelines}/${id}/trigger`)).toMatchObject(noPipeline)
    expect(await stranger.post(`${pipelines}/${id}/stop`)).toMatchObject(noPipeline)
    expect(await stranger.get(`/api/v1/pipeline-runs/${pipelineRunId}`)).toMatchObject({
      status: 404,
      body: { message: 'Pipeline run not found or unauthorized' },
    })
    expect((await stranger.get(`/api/v1/pipeline-runs?pipelineId=${id}`)).body).toEqual([])
    await key.post(`${pipelines}/${id}/stop`)
    await waitForEnd(pipelineRunId)
  })

  test('asks for the scope of each operation', async () => {
    const { id } = await create([good.id])
    const others = await service.key(scopes.filter((scope) => !scope.startsWith('pipeline:')))
    expect(await others.get(pipelines)).toMatchObject(refused('pipeline:read'))
    expect(await others.get('/api/v1/pipeline-runs')).toMatchObject(refused('pipeline:read'))
    expect(await others.delete(`${pipelines}/${id}`)).toMatchObject(refused('pipeline:write'))
    expect(await others.post(`${pipelines}/${id}/trigger`)).toMatchObject(refused('pipeline:execute'))
    expect((await service.anonymous.get(pipelines)).status).toBe(401)
  })

  test('whose automation was deleted is refused at the trigger, which names it', async () => {
    const gone = await service.automation(key)
    const { id } = await create([good.id, gone.id])
    expect((await key.delete(`/api/v1/automations/${gone.id}`)).status).toBe(204)
    expect(await trigger(id)).toMatchObject({
      status: 400,
      body: [{ property: 'automationIds.1', receivedValue: gone.id }],
    })
  })
})

describe('a run', () => {
  test('is accepted with 202, one at a time, and is stopped with 202', async () => {
    const { id } = await create([hanging.id, good.id])
    const accepted = await trigger(id)
    expect(accepted).toMatchObject({ status: 202, body: { status: 'pending' } })
    const { pipelineRunId } = accepted.body
    expect((await key.get(`${pipelines}/${id}/status`)).body).toEqual({ isRunning: true })
    expect(await trigger(id)).toMatchObject({
      status: 409,
      body: { statusCode: 409, message: 'Pipeline is already running', error: 'Conflict' },
    })
    expect(await key.post(`${pipelines}/${id}/stop`)).toEqual(
      expect.objectContaining({ status: 202, body: { pipelineRunId, status: 'stopping' } }),
    )
    expect(await waitForEnd(pipelineRunId)).toMatchObject({ status: 'failed', error: 'Stopped by user' })
    expect((await key.get(`${pipelines}/${id}/status`)).body).toEqual({ isRunning: false })
    expect(await key.post(`${pipelines}/${id}/stop`)).toMatchObject({
      status: 409,
      body: { message: 'Pipeline is not running' },
    })
    const { body } = await key.get<PipelineRun[]>(`/api/v1/pipeline-runs?pipelineId=${id}`)
    expect(body.map((one) => one.id)).toEqual([pipelineRunId])
  }, 200_000)

  test('with the same Idempotency-Key is accepted once', async () => {
    const { id } = await create([hanging.id])
    const named = { 'idempotency-key': id }
    const first = await key.post<{ pipelineRunId: string }>(`${pipelines}/${id}/trigger`, {}, named)
    const again = await key.post(`${pipelines}/${id}/trigger`, {}, named)
    expect([again.status, again.body]).toEqual([202, first.body])
    expect((await trigger(id)).status).toBe(409)
    await key.post(`${pipelines}/${id}/stop`)
    await waitForEnd(first.body.pipelineRunId)
  }, 200_000)

  test('goes through its automations in order, hands their session on, and is completed', async () => {
    const world = service.world.changingPage(`<p></p><script>
      document.querySelector('p').textContent = 'visits: ' + document.cookie
      document.cookie = 'visited=yes; max-age=600'
    </script>`)
    const visiting = {
      actions: [
        { name: 'open', type: 'navigate', url: world.url },
        { name: 'read', type: 'extractText', selectors: ['p'], output: 'seen' },
      ],
    }
    const visit = async (name: string) =>
      (await key.post<Automation>('/api/v1/automations', { name, ...visiting })).body.id
    const [first, second] = [await visit('first'), await visit('second')]
    const pipeline = await create([first, second])
    const ended = await run(pipeline)
    const extractedData = { [first]: { seen: 'visits:' }, [second]: { seen: 'visits: visited=yes' } }
    expect(ended).toMatchObject({
      pipelineId: pipeline.id,
      status: 'completed',
      error: null,
      members: [
        { automationId: first, status: 'completed' },
        { automationId: second, status: 'completed' },
      ],
      extractedData,
    })
    const read = async (index: number) =>
      (await key.get<Execution>(`/api/v1/executions/${ended.members[index]!.executionId}`)).body
    const [one, two] = [await read(0), await read(1)]
    expect([one.pipelineRunId, two.pipelineRunId]).toEqual([ended.id, ended.id])
    expect(two.inputSessionId).toBe(one.sessionId)
    expect(Date.parse(two.startedAt!)).toBeGreaterThanOrEqual(Date.parse(one.completedAt!))
    expect(await eventsOf(pipeline.id)).toEqual([
      {
        event: 'pipeline.completed',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        data: {
          jobId: null,
          pipelineId: pipeline.id,
          pipelineName: 'All of them',
          status: 'completed',
          extractedData,
        },
      },
    ])
  }, 240_000)

  test.each<[what: string, status: string, more: object, statuses: string[]]>([
    ['one has failed', 'partial_failed', {}, ['failed', 'completed']],
    [
      'the first has failed and the rest is not to run',
      'failed',
      { continueOnFailure: false },
      ['failed', 'skipped'],
    ],
  ])(
    'of which %s is %s',
    async (_what, status, more, statuses) => {
      const pipeline = await create([bad.id, good.id], more)
      const ended = await run(pipeline)
      expect(ended.status).toBe(status)
      expect(ended.members.map((member) => member.status)).toEqual(statuses)
      expect(await eventsOf(pipeline.id)).toMatchObject([{ event: 'pipeline.failed', data: { status } }])
    },
    240_000,
  )
})
