import { waitFor } from '@waypost/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Hook } from '../../outside-world.ts'
import type { Automation, Execution, Pipeline, PipelineRun } from '../resources.ts'
import { openPipelineBed, pipelines } from './test-pipelines.ts'

// Decision 25, and what 15, 16, 17, 19, 20 and 22 say of the runs of pipelines.
const { bed, create, trigger, waitForEnd } = openPipelineBed()
let hook: Hook

beforeAll(async () => {
  hook = bed.service.world.hook()
  await bed.service.webhook(['pipeline.completed', 'pipeline.failed'], hook.url)
})

/** Triggers a pipeline and waits for its end; at BASE_URL a cooldown may pass first. */
async function run({ id }: Pipeline): Promise<PipelineRun> {
  await bed.service.local?.execute('update automation.automations set last_ended_at = null')
  return waitForEnd((await trigger(id)).body.pipelineRunId)
}
/** Waits for an event of a pipeline and returns its events. */
async function eventsOf(pipelineId: string): Promise<Record<string, unknown>[]> {
  await bed.service.local?.hasten()
  return waitFor(`an event of ${pipelineId}`, () => {
    const bodies = hook.requests.map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>)
    const its = bodies.filter(({ data }) => (data as { pipelineId: string }).pipelineId === pipelineId)
    return its.length > 0 && its
  })
}

describe('a run of a pipeline', () => {
  test('is accepted with 202, one at a time, and is stopped with 202', async () => {
    const { id } = await create([bed.hanging.id, bed.good.id])
    const accepted = await trigger(id)
    expect(accepted).toMatchObject({ status: 202, body: { status: 'pending' } })
    const { pipelineRunId } = accepted.body
    expect((await bed.key.get(`${pipelines}/${id}/status`)).body).toEqual({ isRunning: true })
    expect(await trigger(id)).toMatchObject({
      status: 409,
      body: { statusCode: 409, message: 'Pipeline is already running', error: 'Conflict' },
    })
    expect(await bed.key.post(`${pipelines}/${id}/stop`)).toEqual(
      expect.objectContaining({ status: 202, body: { pipelineRunId, status: 'stopping' } }),
    )
    expect(await waitForEnd(pipelineRunId)).toMatchObject({ status: 'failed', error: 'Stopped by user' })
    expect((await bed.key.get(`${pipelines}/${id}/status`)).body).toEqual({ isRunning: false })
    expect(await bed.key.post(`${pipelines}/${id}/stop`)).toMatchObject({
      status: 409,
      body: { message: 'Pipeline is not running' },
    })
    const { body } = await bed.key.get<PipelineRun[]>(`/api/v1/pipeline-runs?pipelineId=${id}`)
    expect(body.map((one) => one.id)).toEqual([pipelineRunId])
  }, 200_000)

  test('with the same Idempotency-Key is accepted once', async () => {
    const { id } = await create([bed.hanging.id])
    const named = { 'idempotency-key': id }
    const first = await bed.key.post<{ pipelineRunId: string }>(`${pipelines}/${id}/trigger`, {}, named)
    const again = await bed.key.post(`${pipelines}/${id}/trigger`, {}, named)
    expect([again.status, again.body]).toEqual([202, first.body])
    expect((await trigger(id)).status).toBe(409)
    await bed.key.post(`${pipelines}/${id}/stop`)
    await waitForEnd(first.body.pipelineRunId)
  }, 200_000)

  test('runs its automations in order, each with the session of the one before, and is completed', async () => {
    const world = bed.service.world.changingPage(`<p></p><script>
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
      (await bed.key.post<Automation>('/api/v1/automations', { name, ...visiting })).body.id
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
      (await bed.key.get<Execution>(`/api/v1/executions/${ended.members[index]!.executionId}`)).body
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
    ['one automation has failed', 'partial_failed', {}, ['failed', 'completed']],
    [
      'the first automation has failed, without continueOnFailure,',
      'failed',
      { continueOnFailure: false },
      ['failed', 'skipped'],
    ],
  ])(
    'in which %s is %s',
    async (_what, status, more, statuses) => {
      const pipeline = await create([bed.bad.id, bed.good.id], more)
      const ended = await run(pipeline)
      expect(ended.status).toBe(status)
      expect(ended.members.map((member) => member.status)).toEqual(statuses)
      expect(await eventsOf(pipeline.id)).toMatchObject([{ event: 'pipeline.failed', data: { status } }])
    },
    240_000,
  )
})
