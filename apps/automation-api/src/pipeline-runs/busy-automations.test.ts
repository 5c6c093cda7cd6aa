import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endLostExecutions } from '../executions/end-lost-executions.ts'
import { advancePipelineRuns } from './advance-pipeline-runs.ts'
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

const statuses = async (runId: string) => (await bed.run(runId)).members.map(({ status }) => status)
const automation = (id: string, verb: 'trigger' | 'stop') =>
  bed.send('POST', `/api/v1/automations/${id}/${verb}`)
const remove = async (id: string) => {
  expect((await bed.send('DELETE', `/api/v1/automations/${id}`)).statusCode).toBe(204)
}

describe('an automation that is busy with another trigger', () => {
  test('is waited for at the trigger, and begins when the other execution ends', async () => {
    await automation(one, 'trigger')
    const busy = await bed.start(one)
    const runId = await bed.trigger(await bed.pipeline([one, two]))
    expect(await statuses(runId)).toEqual(['waiting', 'waiting'])
    await bed.end(busy)
    expect(await statuses(runId)).toEqual(['pending', 'waiting'])
    await bed.perform(one)
    expect(await statuses(runId)).toEqual(['completed', 'pending'])
  })

  test('is waited for at its turn, and the run goes on when the other execution is stopped', async () => {
    await automation(two, 'trigger')
    const runId = await bed.trigger(await bed.pipeline([one, two]))
    await bed.perform(one)
    expect(await statuses(runId)).toEqual(['completed', 'waiting'])
    expect((await automation(two, 'stop')).statusCode).toBe(202)
    expect(await statuses(runId)).toEqual(['completed', 'pending'])
  })

  test('is used by the waiting runs one after the other, in order of their arrival', async () => {
    await automation(three, 'trigger')
    const runs: string[] = []
    for (let made = 0; made < 3; made += 1) {
      runs.push(await bed.trigger(await bed.pipeline([three])))
      await bed.clock.tick(1)
    }
    const inOrder = async () => Promise.all(runs.map((id) => statuses(id)))
    await bed.perform(three)
    expect(await inOrder()).toEqual([['pending'], ['waiting'], ['waiting']])
    await bed.perform(three)
    expect(await inOrder()).toEqual([['completed'], ['pending'], ['waiting']])
    await bed.perform(three)
    await bed.perform(three)
    expect(await inOrder()).toEqual([['completed'], ['completed'], ['completed']])
    expect(await bed.published()).toHaveLength(3)
  })

  test('does not keep a run that is stopped meanwhile from ending', async () => {
    await automation(one, 'trigger')
    const pipelineId = await bed.pipeline([one])
    const runId = await bed.trigger(pipelineId)
    expect((await bed.send('POST', `/api/v1/pipelines/${pipelineId}/stop`)).statusCode).toBe(202)
    expect(await bed.run(runId)).toMatchObject({ status: 'failed', error: 'Stopped by user' })
    // The outcome of the other execution does not matter here.
    await bed.perform(one)
    expect(await bed.published()).toHaveLength(1)
  })
})

describe('an automation that is deleted', () => {
  const deleted = 'Automation was deleted'

  test('before its turn fails at its turn, and the rest runs', async () => {
    const runId = await bed.trigger(await bed.pipeline([one, two, three]))
    await remove(two)
    expect(await statuses(runId)).toEqual(['pending', 'waiting', 'waiting'])
    await bed.perform(one)
    const { members } = await bed.run(runId)
    expect(members[1]).toMatchObject({ status: 'failed', error: deleted, executionId: null })
    expect(members[2]).toMatchObject({ status: 'pending' })
    await bed.perform(three)
    expect(await bed.run(runId)).toMatchObject({ status: 'partial_failed', error: deleted })
    expect(await bed.published()).toHaveLength(1)
  })

  test.each([false, true])('during its turn (running: %s) fails, and the rest runs', async (runs) => {
    const runId = await bed.trigger(await bed.pipeline([one, two]))
    const executionId = runs ? await bed.start(one) : undefined
    await remove(one)
    expect(await statuses(runId)).toEqual(['failed', 'pending'])
    if (executionId !== undefined) expect(await bed.end(executionId)).toBe(false)
    await bed.perform(two)
    expect(await bed.run(runId)).toMatchObject({ status: 'partial_failed', error: deleted })
    expect(await bed.published()).toHaveLength(1)
  })

  test('while runs wait for it fails in all of them', async () => {
    await automation(one, 'trigger')
    const waiting = [
      await bed.trigger(await bed.pipeline([one])),
      await bed.trigger(await bed.pipeline([one, two])),
    ]
    await remove(one)
    expect(await statuses(waiting[0]!)).toEqual(['failed'])
    expect(await statuses(waiting[1]!)).toEqual(['failed', 'pending'])
    expect(await bed.published()).toMatchObject([{ data: { status: 'failed', extractedData: {} } }])
  })

  test('as the last member ends the run', async () => {
    const runId = await bed.trigger(await bed.pipeline([one, two]))
    await remove(two)
    await bed.perform(one)
    expect(await bed.run(runId)).toMatchObject({ status: 'partial_failed' })
  })
})

describe('a run never hangs', () => {
  test('when the runner of a member dies: the member fails, and the next begins', async () => {
    const runId = await bed.trigger(await bed.pipeline([one, two]))
    await bed.start(one)
    await bed.clock.tick(15_001)
    await endLostExecutions(bed.service.services)
    const { members } = await bed.run(runId)
    expect(members).toMatchObject([{ status: 'failed', error: 'Runner lost' }, { status: 'pending' }])
  })

  test('when another transaction holds the next automation', async () => {
    const runId = await bed.trigger(await bed.pipeline([one, two]))
    const executionId = await bed.start(one)
    const holder = await bed.service.database.connectAsOwner().pool.connect()
    await holder.query('begin')
    await holder.query('select from automation.automations where id = $1 for update', [two])
    const ending = bed.end(executionId)
    // The end itself waits for nothing.
    await expect.poll(() => statuses(runId)).toEqual(['completed', 'waiting'])
    await holder.query('commit')
    holder.release()
    await ending
    expect(await statuses(runId)).toEqual(['completed', 'pending'])
  })

  test('when another transaction holds the first automation at the trigger', async () => {
    const pipelineId = await bed.pipeline([one])
    const holder = await bed.service.database.connectAsOwner().pool.connect()
    await holder.query('begin')
    await holder.query('select from automation.automations where id = $1 for update', [one])
    const triggering = bed.trigger(pipelineId)
    const isWaited = async () => {
      const { rows } = await holder.query<{ waits: boolean }>(
        `select exists (select from pg_stat_activity where wait_event_type = 'Lock'
           and datname = current_database()) as waits`,
      )
      return rows[0]!.waits
    }
    await expect.poll(isWaited).toBe(true)
    await holder.query('commit')
    holder.release()
    expect(await statuses(await triggering)).toEqual(['pending'])
  })

  test('when its given values can no longer be opened', async () => {
    const asking = await bed.send('POST', '/api/v1/automations', {
      name: 'asks',
      actions: [{ name: 'Open', type: 'navigate', url: 'https://${host}/' }],
    })
    const { id } = asking.json<{ id: string }>()
    const runId = await bed.trigger(await bed.pipeline([one, id]), { variables: { host: 'example.com' } })
    await bed.service.database
      .connectAsOwner()
      .pool.query(`update automation.pipeline_runs set sealed_variables = 'x' where id = $1`, [runId])
    await bed.perform(one)
    expect(await bed.run(runId)).toMatchObject({
      status: 'partial_failed',
      error: 'The values of the run cannot be read',
    })
  })

  test('when the process died before the run continued: the next sweep continues it', async () => {
    const runId = await bed.trigger(await bed.pipeline([one, two]))
    await bed.perform(one)
    const owner = bed.service.database.connectAsOwner()
    // The state after a transaction that could not lock the next automation.
    await owner.pool.query('delete from automation.executions where automation_id = $1', [two])
    await owner.pool.query(
      `update automation.pipeline_run_members set status = 'waiting', execution_id = null, due_at = now()
       where pipeline_run_id = $1 and position = 1`,
      [runId],
    )
    await Promise.all(Array.from({ length: 5 }, () => advancePipelineRuns(bed.service.services)))
    expect(await statuses(runId)).toEqual(['completed', 'pending'])
    await bed.perform(two)
    expect(await bed.run(runId)).toMatchObject({ status: 'completed' })
  })

  test('when an execution ended without a follow-up', async () => {
    const runId = await bed.trigger(await bed.pipeline([one, two]))
    await bed.service.database.connectAsOwner().pool.query(
      `update automation.executions set status = 'failed', error = 'x', completed_at = now()
         where pipeline_run_id = $1`,
      [runId],
    )
    await advancePipelineRuns(bed.service.services)
    expect(await statuses(runId)).toEqual(['failed', 'pending'])
  })

  test('when two runs use the same automations in opposite orders at the same moment', async () => {
    const [forth, back] = [await bed.pipeline([one, two]), await bed.pipeline([two, one])]
    for (let round = 0; round < 20; round += 1) {
      const runs = [await bed.trigger(forth), await bed.trigger(back)]
      // Each begins with its own automation, and both end at the same moment.
      const both = [await bed.start(one), await bed.start(two)]
      expect(await Promise.all(both.map((id) => bed.end(id)))).toEqual([true, true])
      const next = [await bed.start(two), await bed.start(one)]
      expect(await Promise.all(next.map((id) => bed.end(id)))).toEqual([true, true])
      for (const id of runs) expect(await bed.run(id)).toMatchObject({ status: 'completed' })
    }
    expect(await bed.published()).toHaveLength(40)
  })
})
