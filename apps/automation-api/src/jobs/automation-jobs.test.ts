import { newId } from '@waypost/postgres'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobs } from '../db/job-tables.ts'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import { beginWaitingJobs } from './begin-waiting-jobs.ts'
import { createJobClient } from './test-jobs.ts'

let bed: PipelineBed
let automationId: string

beforeAll(async () => {
  bed = await startPipelineBed()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.reset()
  automationId = await bed.automation('Prices')
})

const { enqueue, read, states, subscribe } = createJobClient(() => ({ bed, automationId }))
const begun = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await read(id)).executionId !== null))

describe('a job for an automation', () => {
  it('is accepted and run, and its id is in every event', async () => {
    await subscribe([
      'execution.started',
      'automation.completed',
      'job.enqueued',
      'job.completed',
      'job.failed',
    ])
    const jobId = await enqueue()
    expect(await read(jobId)).toMatchObject({
      jobId,
      type: 'automation',
      targetId: automationId,
      status: 'pending',
      result: null,
      completedAt: null,
    })
    const executionId = await bed.perform(automationId, { extractedData: { price: '18 €' } })
    const result = {
      extractedData: { price: '18 €' },
      selfHeal: { occurred: false, count: 0, healedActions: [] },
    }
    expect(await read(jobId)).toMatchObject({ status: 'completed', executionId, result, error: null })
    const events = await bed.published()
    expect(events.map(({ event }) => event)).toEqual([
      'job.enqueued',
      'execution.started',
      'automation.completed',
      'job.completed',
    ])
    for (const { data } of events) expect(data['jobId']).toBe(jobId)
    expect(events[0]!.data).toEqual({ jobId, type: 'automation', targetId: automationId, status: 'pending' })
    expect(events[3]!.data).toEqual({
      jobId,
      type: 'automation',
      targetId: automationId,
      executionId,
      sessionId: null,
      status: 'completed',
      result,
      error: null,
      completedAt: new Date(bed.clock.now()).toISOString(),
    })
  })

  it('fails when its run fails', async () => {
    await subscribe(['job.failed'])
    const jobId = await enqueue()
    const executionId = await bed.perform(automationId, { error: 'no such element' })
    expect(await read(jobId)).toMatchObject({ status: 'failed', executionId, error: 'no such element' })
    expect((await bed.published()).map(({ event, data }) => [event, data['status'], data['error']])).toEqual([
      ['job.failed', 'failed', 'no such element'],
    ])
  })

  it('waits for its turn, first in, first out', async () => {
    await bed.send('POST', `/api/v1/automations/${automationId}/trigger`)
    const [first, second, third] = [await enqueue(), await enqueue(), await enqueue()]
    expect(await begun(first, second, third)).toEqual([false, false, false])
    await bed.perform(automationId)
    expect(await begun(first, second, third)).toEqual([true, false, false])
    await bed.perform(automationId, { error: 'broken' })
    expect(await begun(first, second, third)).toEqual([true, true, false])
    await bed.perform(automationId)
    await bed.perform(automationId)
    expect(await states(first, second, third)).toEqual(['failed', 'completed', 'completed'])
  })

  it('starts when the cooldown of the previous run is over', async () => {
    const [, second] = [await enqueue(), await enqueue()]
    await bed.perform(automationId)
    const { executionId } = await read(second)
    const { startsAt } = (
      await bed.service.database
        .connectAsOwner()
        .db.execute<{ startsAt: string }>(
          `select starts_at as "startsAt" from automation.executions where id = '${executionId}'`,
        )
    ).rows[0]!
    expect(new Date(startsAt).getTime()).toBe(bed.clock.now() + 45_000)
  })

  it('gets its given values, and none of them is stored readable', async () => {
    const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com/${what}' }]
    const created = await bed.send('POST', '/api/v1/automations', { name: 'Search', actions })
    const { id } = created.json<{ id: string }>()
    const [first, second] = [
      await enqueue(id, { variables: { what: 'blue chairs' } }),
      await enqueue(id, { variables: { what: 'red tables' } }),
    ]
    const rows = await bed.service.services.db.select().from(jobs).where(eq(jobs.targetId, id))
    expect(JSON.stringify(rows)).not.toMatch(/blue|red/)
    await bed.perform(id)
    await bed.perform(id)
    expect(await states(first, second)).toEqual(['completed', 'completed'])
  })

  it('that waits has priority over later triggers', async () => {
    const [, waiting] = [await enqueue(), await enqueue()]
    await bed.perform(automationId)
    const refused = await bed.send('POST', `/api/v1/automations/${automationId}/trigger`)
    expect(refused.json()).toMatchObject({ statusCode: 409, message: 'Automation is already running' })
    expect(await begun(waiting)).toEqual([true])
  })

  it('that is stopped before it began fails, and the next one begins', async () => {
    const [first, second] = [await enqueue(), await enqueue()]
    await bed.send('POST', `/api/v1/automations/${automationId}/stop`)
    expect(await read(first)).toMatchObject({ status: 'failed', error: 'Stopped by user' })
    expect(await begun(second)).toEqual([true])
  })

  it('fails with all waiting ones when the automation is deleted, each with its event', async () => {
    await subscribe(['job.failed'])
    const ids = [await enqueue(), await enqueue(), await enqueue()]
    await bed.send('DELETE', `/api/v1/automations/${automationId}`)
    expect(await states(...ids)).toEqual(['failed', 'failed', 'failed'])
    expect((await bed.published()).map(({ data }) => data['jobId']).toSorted()).toEqual(ids.toSorted())
  })

  it('shares the automation with pipelines by waiting time', async () => {
    const pipelineId = await bed.pipeline([automationId])
    await enqueue()
    await bed.clock.tick(1000)
    const runId = await bed.trigger(pipelineId)
    await bed.clock.tick(1000)
    const late = await enqueue()
    await bed.perform(automationId)
    expect((await bed.run(runId)).members[0]).toMatchObject({ status: 'pending' })
    expect(await begun(late)).toEqual([false])
    await bed.perform(automationId)
    expect(await begun(late)).toEqual([true])
  })

  it('continues by a sweep when the process died before the next one began', async () => {
    const jobId = await enqueue()
    const { executionId } = await read(jobId)
    const next = await enqueue()
    const owner = bed.service.database.connectAsOwner().db
    await owner.execute(
      `update automation.executions set status = 'failed', completed_at = now() where id = '${executionId}'`,
    )
    expect(await begun(next)).toEqual([false])
    await beginWaitingJobs(bed.service.services)
    expect(await begun(next)).toEqual([true])
  })

  it('begins one at a time among concurrent ones, and all of them end', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => enqueue()))
    expect((await begun(...ids)).filter(Boolean)).toHaveLength(1)
    for (const _ of ids) await bed.perform(automationId)
    expect(new Set(await states(...ids))).toEqual(new Set(['completed']))
    const inOrder = await bed.service.services.db
      .select({ number: jobs.number, executionId: jobs.executionId })
      .from(jobs)
      .where(eq(jobs.targetId, automationId))
      .orderBy(asc(jobs.number))
    const executionIds = inOrder.map(({ executionId }) => executionId)
    expect(executionIds).toEqual(executionIds.toSorted())
  })

  it('is one of a thousand and yet alone in the runners’ queue, so that others do not wait behind them', async () => {
    const waiting = Array.from({ length: 999 }, () => ({
      id: newId(),
      ownerId: bed.ownerId(),
      type: 'automation' as const,
      targetId: automationId,
      createdAt: new Date(bed.clock.now()),
    }))
    await bed.service.services.db.insert(jobs).values(waiting)
    const before = await countRuns()
    await enqueue()
    expect((await countRuns()) - before).toBe(1)
    const other = await enqueue(await bed.automation('Other'))
    expect(await begun(other)).toEqual([true])
  })
})

const countRuns = async () => {
  const { rows } = await bed.service.database
    .connectAsOwner()
    .db.execute<{ count: string }>(`select count(*) from automation_jobs.job where name = 'runs'`)
  return Number(rows[0]!.count)
}
