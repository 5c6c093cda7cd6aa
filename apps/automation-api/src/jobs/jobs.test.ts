import { newId } from '@waypost/postgres'
import { deriveFallbackSecret } from '@waypost/webhooks'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { jobs } from '../db/job-tables.ts'
import { deliveries, webhooks } from '../db/tables.ts'
import { beginWaitingJobs } from './begin-waiting-jobs.ts'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import type { Job } from './job.ts'

interface Told {
  event: string
  data: Record<string, unknown>
}

const url = 'https://hooks.example/jobs'

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

const enqueue = async (targetId = automationId, more: object = {}) => {
  const type = 'automation'
  const response = await bed.send('POST', '/api/v1/jobs/enqueue', { type, targetId, ...more })
  expect(response.statusCode).toBe(202)
  return response.json<{ jobId: string }>().jobId
}
const enqueueRun = (targetId: string) => enqueue(targetId, { type: 'pipeline' })
const read = async (jobId: string) => (await bed.send('GET', `/api/v1/jobs/${jobId}`)).json<Job>()
const states = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await read(id)).status))
const begun = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await read(id)).executionId !== null))

/** What was published for the owner, to whomever, oldest first. */
const told = async () => {
  const rows = await bed.service.services.db
    .select({ body: deliveries.body })
    .from(deliveries)
    .where(eq(deliveries.ownerId, bed.ownerId()))
    .orderBy(asc(deliveries.id))
  return rows.map(({ body }) => JSON.parse(body) as Told)
}
const subscribe = async (events: string[], to = 'https://example.com') => {
  const response = await bed.send('POST', '/webhooks', { name: 'told', url: to, events })
  return response.json<{ _id: string }>()['_id']
}

const receivers = async (jobId: string) =>
  bed.service.services.db
    .select({
      event: deliveries.event,
      url: webhooks.url,
      id: webhooks.id,
      isRegistered: webhooks.isRegistered,
    })
    .from(deliveries)
    .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
    .where(and(eq(deliveries.subjectId, jobId), eq(deliveries.ownerId, bed.ownerId())))
    .orderBy(asc(deliveries.id))
const refuse = async (payload: object) => {
  const response = await bed.send('POST', '/api/v1/jobs/enqueue', payload)
  return [response.statusCode, response.json<unknown>()] as const
}
const missing = (noun: string) => [
  404,
  { statusCode: 404, message: `${noun} not found or unauthorized`, error: 'Not Found' },
]
const properties = async (payload: object) => {
  const [status, issues] = await refuse(payload)
  expect(status).toBe(400)
  return (issues as { property: string }[]).map(({ property }) => property)
}

describe('a job for an automation', () => {
  it('is accepted, runs, and tells its id from the first event on', async () => {
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
    const events = await told()
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

  it('fails as its run fails', async () => {
    await subscribe(['job.failed'])
    const jobId = await enqueue()
    const executionId = await bed.perform(automationId, { error: 'no such element' })
    expect(await read(jobId)).toMatchObject({ status: 'failed', executionId, error: 'no such element' })
    expect((await told()).map(({ event, data }) => [event, data['status'], data['error']])).toEqual([
      ['job.failed', 'failed', 'no such element'],
    ])
  })

  it('waits for its turn, the first in being the first out', async () => {
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

  it('starts when the cooldown of the run before it is over', async () => {
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

  it('gets what it was given, and nothing of it is kept readable', async () => {
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

  it('that waits gives way to no trigger, and to none that came after it', async () => {
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

  it('fails with all that wait when the automation is deleted, each with its event', async () => {
    await subscribe(['job.failed'])
    const ids = [await enqueue(), await enqueue(), await enqueue()]
    await bed.send('DELETE', `/api/v1/automations/${automationId}`)
    expect(await states(...ids)).toEqual(['failed', 'failed', 'failed'])
    expect((await told()).map(({ data }) => data['jobId']).toSorted()).toEqual(ids.toSorted())
  })

  it('shares the automation with pipelines by who has waited longest', async () => {
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

  it('goes on by a sweep where the process died before the next one began', async () => {
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

  it('of several at the same moment exactly one begins, and all come to their end', async () => {
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

  it('of a thousand one is in the runners’ queue, so that others are not behind it', async () => {
    const waiting = Array.from({ length: 1000 }, () => ({
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

describe('a job for a pipeline', () => {
  it('runs its members, and leaves what they read', async () => {
    await subscribe(['execution.started', 'automation.completed', 'job.completed'])
    const other = await bed.automation('Stock')
    const pipelineId = await bed.pipeline([automationId, other])
    const jobId = await enqueueRun(pipelineId)
    await bed.perform(automationId, { extractedData: { price: '18 €' } })
    await bed.perform(other, { extractedData: { left: '3' } })
    const extractedData = { [automationId]: { price: '18 €' }, [other]: { left: '3' } }
    const job = await read(jobId)
    expect(job).toMatchObject({
      type: 'pipeline',
      status: 'completed',
      executionId: null,
      result: { status: 'completed', extractedData },
    })
    expect((await bed.run(job.pipelineRunId!)).jobId).toBe(jobId)
    const events = await told()
    expect(events.map(({ event }) => event)).toEqual([
      'execution.started',
      'automation.completed',
      'execution.started',
      'automation.completed',
      'pipeline.completed',
      'job.completed',
    ])
    for (const { data } of events) expect(data['jobId']).toBe(jobId)
  })

  it('fails where a member does, and says how far it came', async () => {
    const other = await bed.automation('Stock')
    const jobId = await enqueueRun(await bed.pipeline([automationId, other]))
    await bed.perform(automationId, { extractedData: { price: '18 €' } })
    await bed.perform(other, { error: 'broken' })
    expect(await read(jobId)).toMatchObject({
      status: 'failed',
      error: 'broken',
      result: { status: 'partial_failed', extractedData: { [automationId]: { price: '18 €' } } },
    })
  })

  it('waits for the run before it, the first in being the first out', async () => {
    const pipelineId = await bed.pipeline([automationId])
    await bed.trigger(pipelineId)
    const [first, second] = [await enqueueRun(pipelineId), await enqueueRun(pipelineId)]
    const hasRun = async () =>
      [(await read(first)).pipelineRunId, (await read(second)).pipelineRunId].map(Boolean)
    expect(await hasRun()).toEqual([false, false])
    await bed.perform(automationId)
    expect(await hasRun()).toEqual([true, false])
    await bed.perform(automationId)
    expect(await hasRun()).toEqual([true, true])
    await bed.perform(automationId)
    expect(await states(first, second)).toEqual(['completed', 'completed'])
  })

  it('fails when its turn comes and a member is gone', async () => {
    const other = await bed.automation('Stock')
    const pipelineId = await bed.pipeline([automationId, other])
    await bed.trigger(pipelineId)
    const waiting = await enqueueRun(pipelineId)
    await bed.send('DELETE', `/api/v1/automations/${other}`)
    await bed.perform(automationId)
    expect(await read(waiting)).toMatchObject({
      status: 'failed',
      error: 'automationIds.1 must be one of your automations',
    })
  })

  it('fails with all that wait when the pipeline is deleted', async () => {
    const pipelineId = await bed.pipeline([automationId])
    const ids = [await enqueueRun(pipelineId), await enqueueRun(pipelineId)]
    await bed.send('DELETE', `/api/v1/pipelines/${pipelineId}`)
    expect(await states(...ids)).toEqual(['failed', 'failed'])
  })
})

describe('the URL of a job', () => {
  it('is told without a webhook, signed with a secret that the owner can read', async () => {
    const jobId = await enqueue(automationId, { webhookUrl: url })
    await bed.perform(automationId)
    expect(await receivers(jobId)).toMatchObject([
      { event: 'job.enqueued', url, isRegistered: false },
      { event: 'job.completed', url, isRegistered: false },
    ])
    const { secret } = (await bed.send('GET', '/webhooks/fallback-secret')).json<{ secret: string }>()
    expect(secret).toBe(deriveFallbackSecret(bed.service.services.fallbackSecret, bed.ownerId()))
    const [row] = await bed.service.services.db
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.ownerId, bed.ownerId()), eq(webhooks.url, url)))
    expect(bed.service.services.keyring.open(row!.sealedSecret, `webhook:${row!.id}`)).toBe(secret)
    const listed = await bed.send('GET', '/webhooks')
    expect(listed.body).not.toContain(url)
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const payload = method === 'PATCH' ? { isActive: false } : undefined
      expect((await bed.send(method, `/webhooks/${row!.id}`, payload)).statusCode).toBe(404)
    }
    const log = await bed.send('GET', `/api/v1/jobs/${jobId}/deliveries`)
    expect(log.json<Told[]>().map(({ event }) => event)).toEqual(['job.completed', 'job.enqueued'])
    expect(log.headers['x-total-count']).toBe('2')
  })

  it('is told as the oldest webhook that is registered for it, and each URL once', async () => {
    const oldest = await subscribe(['automation.failed'], url)
    await subscribe(['job.enqueued', 'job.completed'], url)
    const elsewhere = await subscribe(['job.enqueued'])
    const jobId = await enqueue(automationId, { webhookUrl: url })
    expect((await receivers(jobId)).map(({ id }) => id).toSorted()).toEqual([oldest, elsewhere].toSorted())
  })

  it('is told by itself where its webhook is deactivated', async () => {
    const webhookId = await subscribe(['job.enqueued'], url)
    await bed.send('PATCH', `/webhooks/${webhookId}`, { isActive: false })
    expect(await receivers(await enqueue(automationId, { webhookUrl: url }))).toMatchObject([
      { url, isRegistered: false },
    ])
  })
})

describe('what cannot be a job', () => {
  it('is a target that is unknown, of another kind, or somebody else’s', async () => {
    const pipelineId = await bed.pipeline([automationId])
    const stranger = await bed.service.key(newId(), ...scope.options)
    expect(await refuse({ type: 'automation', targetId: newId() })).toEqual(missing('Automation'))
    expect(await refuse({ type: 'automation', targetId: pipelineId })).toEqual(missing('Automation'))
    expect(await refuse({ type: 'pipeline', targetId: automationId })).toEqual(missing('Pipeline'))
    const payload = { type: 'automation', targetId: automationId }
    const foreign = await bed.sendWith(stranger, 'POST', '/api/v1/jobs/enqueue', payload)
    expect(foreign.statusCode).toBe(404)
    expect(await bed.service.services.db.$count(jobs, eq(jobs.ownerId, bed.ownerId()))).toBe(0)
  })

  it('is one of a form that is not right', async () => {
    const target = { type: 'automation', targetId: automationId }
    expect(await properties({})).toEqual(['type', 'targetId'])
    expect(await properties({ ...target, type: 'intent' })).toEqual(['type'])
    expect(await properties({ ...target, webhookUrl: 'http://10.0.0.1/' })).toEqual(['webhookUrl'])
    expect(await properties({ ...target, webhookUrl: 'ftp://example.com' })).toEqual(['webhookUrl'])
    expect(await properties({ ...target, variables: { unknown: '1' } })).toEqual(['variables.unknown'])
    expect(await properties({ ...target, extra: 1 })).toEqual(['extra'])
  })

  it.each([
    ['automation', 'pipeline:execute', 'automation:execute'],
    ['pipeline', 'automation:execute', 'pipeline:execute'],
  ] as const)('is one of type %s for a key that has %s alone', async (type, held, needed) => {
    const key = await bed.service.key(bed.ownerId(), held)
    const targetId = type === 'automation' ? automationId : await bed.pipeline([automationId])
    const jobId = await enqueue(targetId, { type })
    const message = `Insufficient permissions. Required scopes: ${needed}`
    for (const response of [
      await bed.sendWith(key, 'POST', '/api/v1/jobs/enqueue', { type, targetId }),
      await bed.sendWith(key, 'GET', `/api/v1/jobs/${jobId}`),
      await bed.sendWith(key, 'GET', `/api/v1/jobs/${jobId}/deliveries`),
    ]) {
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ message })
    }
  })
})
