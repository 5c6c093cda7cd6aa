import { createHmac, randomUUID } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import type { Hook } from '../../outside-world.ts'
import {
  scopes,
  type Automation,
  type Delivery,
  type Execution,
  type Job,
  type Pipeline,
} from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 26, and what the contract says of jobs and their events.
const path = '/api/v1/jobs'
let service: ServiceUnderTest
let key: Client
let automation: Automation

beforeAll(async () => {
  service = await startService(['runner', 'dispatcher'])
  key = await service.key(scopes)
  automation = await service.automation(key)
})
afterAll(() => service.close())

const enqueue = (job: object) => key.post<{ jobId: string; status: string }>(`${path}/enqueue`, job)
const read = async (jobId: string) => (await key.get<Job>(`${path}/${jobId}`)).body
/** Waits for the end of a job; at BASE_URL a cooldown may pass first. */
const ended = (jobId: string) =>
  waitFor(
    'the end of the job',
    async () => {
      const job = await read(jobId)
      return job.status !== 'pending' && job
    },
    180_000,
  )
const received = async (hook: Hook, event: string) => {
  await service.local?.hasten()
  const { headers, body } = await hook.received(event)
  const { data } = JSON.parse(body.toString()) as { data: Record<string, unknown> }
  return { signature: headers['x-service-signature'], body, data }
}
const sign = (body: Buffer, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const secretOf = async (who: Client) =>
  (await who.get<{ secret: string }>('/webhooks/fallback-secret')).body.secret

describe('a job', () => {
  test('is accepted with 202, runs, and sends its end to its webhookUrl', async () => {
    const hook = service.world.hook()
    const answer = await enqueue({ type: 'automation', targetId: automation.id, webhookUrl: hook.url })
    expect(answer).toMatchObject({ status: 202, body: { jobId: expect.any(String), status: 'pending' } })
    const { jobId } = answer.body
    const job = await ended(jobId)
    expect(job).toMatchObject({ jobId, status: 'completed', targetId: automation.id, error: null })
    const { body: execution } = await key.get<Execution>(`/api/v1/executions/${job.executionId}`)
    expect(execution).toMatchObject({ jobId, status: 'completed' })

    const enqueued = await received(hook, 'job.enqueued')
    expect(enqueued.data).toEqual({ jobId, type: 'automation', targetId: automation.id, status: 'pending' })
    const completed = await received(hook, 'job.completed')
    expect(completed.data).toEqual({
      jobId,
      type: 'automation',
      targetId: automation.id,
      executionId: execution.id,
      sessionId: null,
      status: 'completed',
      result: {
        extractedData: { price: '12.50' },
        selfHeal: { occurred: false, count: 0, healedActions: [] },
      },
      error: null,
      completedAt: job.completedAt,
    })
    const secret = await secretOf(service.person)
    for (const { signature, body } of [enqueued, completed]) expect(signature).toBe(sign(body, secret))
    const log = await key.get<Delivery[]>(`${path}/${jobId}/deliveries`)
    expect(log.body.map(({ event }) => event)).toEqual(['job.completed', 'job.enqueued'])
  })

  test('is signed with the secret of the webhook that is registered for its webhookUrl', async () => {
    const hook = service.world.hook()
    const { secret } = await service.webhook(['automation.failed'], hook.url)
    const target = await service.automation(key)
    await enqueue({ type: 'automation', targetId: target.id, webhookUrl: hook.url })
    const { signature, body } = await received(hook, 'job.enqueued')
    expect(signature).toBe(sign(body, secret))
  })

  test('of another account is signed with another secret', async () => {
    expect(await secretOf(service.person)).not.toBe(await secretOf(service.stranger))
    expect(await secretOf(service.person)).toBe(await secretOf(service.person))
  })

  test('of a pipeline has the result of the pipeline', async () => {
    const hook = service.world.hook()
    const target = await service.automation(key)
    const { body: pipeline } = await key.post<Pipeline>('/api/v1/pipelines', {
      name: 'All of them',
      automationIds: [target.id],
    })
    const answer = await enqueue({ type: 'pipeline', targetId: pipeline.id, webhookUrl: hook.url })
    const job = await ended(answer.body.jobId)
    const extractedData = { [target.id]: { price: '12.50' } }
    expect(job).toMatchObject({ status: 'completed', executionId: null })
    expect(job.result).toEqual({ status: 'completed', extractedData })
    expect((await received(hook, 'job.completed')).data).toMatchObject({
      type: 'pipeline',
      executionId: null,
      result: { status: 'completed', extractedData },
    })
  })

  test('waits while its automation is active', async () => {
    const target = await service.automation(key)
    const [first, second] = [
      await enqueue({ type: 'automation', targetId: target.id }),
      await enqueue({ type: 'automation', targetId: target.id }),
    ]
    expect([first.status, second.status]).toEqual([202, 202])
    expect((await ended(first.body.jobId)).status).toBe('completed')
    expect(await read(second.body.jobId)).toMatchObject({ status: 'pending', completedAt: null })
  })

  test('whose run fails publishes job.failed', async () => {
    const hook = service.world.hook()
    const actions = [
      { name: 'open', type: 'navigate', url: service.world.pageUrl },
      { name: 'read', type: 'extractText', selectors: ['.nothing'], output: 'price', timeoutMs: 1 },
    ]
    const { body: broken } = await key.post<Automation>('/api/v1/automations', { name: 'Broken', actions })
    const { jobId } = (await enqueue({ type: 'automation', targetId: broken.id, webhookUrl: hook.url })).body
    await ended(jobId)
    const { data } = await received(hook, 'job.failed')
    expect(data).toMatchObject({ status: 'failed', error: expect.any(String), sessionId: null })
  })
})

describe('bad input', () => {
  test.each(['automation', 'pipeline'])('an unknown %s is a 404', async (type) => {
    const noun = type === 'automation' ? 'Automation' : 'Pipeline'
    expect(await enqueue({ type, targetId: randomUUID() })).toMatchObject({
      status: 404,
      body: { message: `${noun} not found or unauthorized` },
    })
  })

  test('an unknown job, or one of another account, is a 404', async () => {
    const { jobId } = (await enqueue({ type: 'automation', targetId: automation.id })).body
    const stranger = await service.key(scopes, service.stranger)
    for (const answer of [
      await key.get(`${path}/${randomUUID()}`),
      await stranger.get(`${path}/${jobId}`),
      await stranger.get(`${path}/${jobId}/deliveries`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: 'Job not found or unauthorized' } })
  })

  test('an unknown type and an invalid URL are named in a 400', async () => {
    const { status, body } = await enqueue({ type: 'both', targetId: automation.id, webhookUrl: 'nowhere' })
    expect(status).toBe(400)
    expect((body as unknown as { property: string }[]).map(({ property }) => property)).toContain('type')
  })
})
