import { newId } from '@waypost/postgres'
import { deriveFallbackSecret } from '@waypost/webhooks'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { jobs } from '../db/job-tables.ts'
import { deliveries, webhooks } from '../db/tables.ts'
import { startPipelineBed, type PipelineBed, type PublishedEvent } from '../pipeline-runs/test-pipelines.ts'
import { createJobClient } from './test-jobs.ts'

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

const { enqueue, read, states, subscribe } = createJobClient(() => ({ bed, automationId }))
const enqueueRun = (targetId: string) => enqueue(targetId, { type: 'pipeline' })
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

describe('a job for a pipeline', () => {
  it('runs its members, and keeps their extracted data', async () => {
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
    const events = await bed.published()
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

  it('fails when a member fails, and shows how far it came', async () => {
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

  it('waits for the run before it, first in, first out', async () => {
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

  it('fails at its turn when a member has been deleted', async () => {
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

  it('fails with all waiting ones when the pipeline is deleted', async () => {
    const pipelineId = await bed.pipeline([automationId])
    const ids = [await enqueueRun(pipelineId), await enqueueRun(pipelineId)]
    await bed.send('DELETE', `/api/v1/pipelines/${pipelineId}`)
    expect(await states(...ids)).toEqual(['failed', 'failed'])
  })
})

describe('the URL of a job', () => {
  it('receives events without a webhook, signed with a secret that the owner can read', async () => {
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
    expect(log.json<PublishedEvent[]>().map(({ event }) => event)).toEqual(['job.completed', 'job.enqueued'])
    expect(log.headers['x-total-count']).toBe('2')
  })

  it('receives each event once, as the oldest webhook registered for it', async () => {
    const oldest = await subscribe(['automation.failed'], url)
    await subscribe(['job.enqueued', 'job.completed'], url)
    const elsewhere = await subscribe(['job.enqueued'])
    const jobId = await enqueue(automationId, { webhookUrl: url })
    expect((await receivers(jobId)).map(({ id }) => id).toSorted()).toEqual([oldest, elsewhere].toSorted())
  })

  it('receives events itself when its webhook is deactivated', async () => {
    const webhookId = await subscribe(['job.enqueued'], url)
    await bed.send('PATCH', `/webhooks/${webhookId}`, { isActive: false })
    expect(await receivers(await enqueue(automationId, { webhookUrl: url }))).toMatchObject([
      { url, isRegistered: false },
    ])
  })
})

describe('a job is refused', () => {
  it('for a target that is unknown, of another kind, or somebody else’s', async () => {
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

  it('in an invalid form', async () => {
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
  ] as const)('of the type %s for a key with only the scope %s', async (type, held, needed) => {
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
