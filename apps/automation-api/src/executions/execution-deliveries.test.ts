import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { endExecution } from './end-execution.ts'
import { startExecution } from './start-execution.ts'

let service: TestApp
let headers: Record<string, string>
let automationId: string
let hooks: string[]

const url = 'https://hooks.example/runs?token=of-its-owner'

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  const ownerId = newId()
  headers = { ...(await service.person(ownerId)), ...(await service.key(ownerId, ...scope.options)) }
  hooks = []
  for (const name of ['one', 'other']) {
    const events = ['execution.started', 'automation.completed']
    const { _id } = (await post('/webhooks', { name, url, events })).json<{ _id: string }>()
    hooks.push(_id)
  }
  const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
  automationId = (await post('/api/v1/automations', { name: 'Read', actions })).json<{ id: string }>().id
})

interface Received {
  event: string
  webhookId: string | null
  url: string | null
}
const post = (path: string, payload?: object) =>
  service.app.inject({ method: 'POST', url: path, headers, ...(payload && { payload }) })
const list = (id: string, query = '', by = headers) =>
  service.app.inject({ url: `/api/v1/executions/${id}/deliveries${query}`, headers: by })
const received = async (id: string) => (await list(id)).json<Received[]>()

async function run(executionId: string): Promise<void> {
  await startExecution(service.services, executionId)
  await endExecution(service.services, executionId, { error: null })
}
async function trigger(): Promise<string> {
  const { executionId } = (await post(`/api/v1/automations/${automationId}/trigger`)).json<{
    executionId: string
  }>()
  await run(executionId)
  return executionId
}

describe('the deliveries about a run', () => {
  test('are those of its events to each webhook, newest first, and none of another run', async () => {
    await trigger()
    const deliveries = await received(await trigger())
    expect(deliveries.map(({ event }) => event)).toEqual([
      'automation.completed',
      'automation.completed',
      'execution.started',
      'execution.started',
    ])
    expect(new Set(deliveries.map(({ webhookId }) => webhookId))).toEqual(new Set(hooks))
    expect(deliveries[0]).toMatchObject({ url: 'https://hooks.example', status: 'pending', attempts: [] })
  })

  test('are with those about its job, whose URL is no webhook', async () => {
    const callback = 'https://jobs.example/ended'
    const wanted = { type: 'automation', targetId: automationId, webhookUrl: callback }
    const { jobId } = (await post('/api/v1/jobs/enqueue', wanted)).json<{ jobId: string }>()
    const job = await service.app.inject({ url: `/api/v1/jobs/${jobId}`, headers })
    const { executionId } = job.json<{ executionId: string }>()
    await run(executionId)
    const deliveries = await received(executionId)
    const called = deliveries.filter((delivery) => delivery.url === 'https://jobs.example')
    expect(called.map(({ event, webhookId }) => [event, webhookId])).toEqual([
      ['job.completed', null],
      ['job.enqueued', null],
    ])
    expect(deliveries).toHaveLength(6)
  })

  test('are listed by page', async () => {
    const answer = await list(await trigger(), '?limit=3')
    expect(answer.json()).toHaveLength(3)
    expect(answer.headers['x-total-count']).toBe('4')
    const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))![1]!
    expect((await service.app.inject({ url: next, headers })).json()).toHaveLength(1)
  })

  test('never show the path of a webhook’s URL, which may be a secret, to a key that may not read webhooks', async () => {
    expect((await list(await trigger())).body).not.toContain('of-its-owner')
  })

  test('are shown to the owner only', async () => {
    const executionId = await trigger()
    const stranger = await service.key(newId(), 'automation:read')
    expect((await list(executionId, '', stranger)).statusCode).toBe(404)
    expect((await list(executionId, '', {})).statusCode).toBe(401)
    expect((await list('one')).statusCode).toBe(404)
    expect((await list(executionId, '?limit=0')).statusCode).toBe(400)
  })
})
