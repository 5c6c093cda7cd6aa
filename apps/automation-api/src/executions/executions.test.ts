import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { deliveries } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { endExecution } from './end-execution.ts'
import { startExecution } from './start-execution.ts'

let service: TestApp
const clock = new TestClock('2026-01-02T03:04:05.678Z')
let ownerId: string
let headers: Record<string, string>
let automationId: string
let executionId: string
let triggeredAt: string

beforeAll(async () => {
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  ownerId = newId()
  headers = { ...(await service.person(ownerId)), ...(await service.key(ownerId, ...scope.options)) }
  const events = ['execution.started', 'automation.completed', 'automation.failed']
  await post('/webhooks', { name: 'all', url: 'https://example.com', events })
  automationId = (await post('/api/v1/automations', { name: 'Read it', actions })).json<{ id: string }>().id
  const triggered = await post(`/api/v1/automations/${automationId}/trigger`)
  executionId = triggered.json<{ executionId: string }>().executionId
  triggeredAt = now()
})

const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
const steps = [
  {
    name: 'Open',
    type: 'navigate',
    status: 'completed' as const,
    startedAt: '2026-01-02T03:04:05.678Z',
    durationMs: 12,
    error: null,
    hasScreenshot: false,
  },
]
const now = () => new Date(clock.now()).toISOString()
const post = (url: string, payload?: object) =>
  service.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
const read = async () => {
  const response = await service.app.inject({ url: `/api/v1/executions/${executionId}`, headers })
  expect(response.statusCode).toBe(200)
  return response.json<Record<string, unknown>>()
}
const start = () => startExecution(service.services, executionId)
const end = (error: string | null, extractedData = {}) =>
  endExecution(service.services, executionId, { error, extractedData, steps })
const published = async () => {
  const rows = await service.services.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.ownerId, ownerId))
    .orderBy(deliveries.id)
  return rows.map((row) => JSON.parse(row.body) as unknown)
}
const pending = () => ({
  id: executionId,
  automationId,
  jobId: null,
  pipelineRunId: null,
  status: 'pending',
  isValidation: false,
  inputSessionId: null,
  sessionId: null,
  extractedData: {},
  selfHealEvents: [],
  steps: [],
  error: null,
  createdAt: triggeredAt,
  startedAt: null,
  completedAt: null,
})
const started = () => ({
  event: 'execution.started',
  timestamp: now(),
  data: { jobId: null, executionId, automationId, status: 'running' },
})

describe('an execution', () => {
  test('is pending when it was accepted, and has published nothing', async () => {
    expect(await read()).toStrictEqual(pending())
    expect(await published()).toEqual([])
  })

  test('is running once a runner has started it, and publishes that once', async () => {
    await clock.tick(2000)
    expect((await start())?.automation.actions).toEqual(actions)
    expect(await read()).toStrictEqual({ ...pending(), status: 'running', startedAt: now() })
    expect(await published()).toStrictEqual([started()])
  })

  test('that succeeded shows its extracted data and its steps', async () => {
    await start()
    const startedAt = now()
    await clock.tick(3000)
    expect(await end(null, { price: '12', names: ['a', 'b'] })).toBe(true)
    expect(await read()).toStrictEqual({
      ...pending(),
      status: 'completed',
      extractedData: { price: '12', names: ['a', 'b'] },
      steps: [
        {
          // As an earlier release wrote it, without them.
          id: '1',
          runs: 1,
          name: 'Open',
          type: 'navigate',
          status: 'completed',
          startedAt: '2026-01-02T03:04:05.678Z',
          durationMs: 12,
          error: null,
          screenshot: null,
          problems: [],
        },
      ],
      startedAt,
      completedAt: now(),
    })
  })

  test('that was told to stop never completes, whatever it reached', async () => {
    await start()
    expect((await post(`/api/v1/automations/${automationId}/stop`)).statusCode).toBe(202)
    await end(null, { price: '12' })
    expect(await read()).toMatchObject({
      status: 'failed',
      error: 'Stopped by user',
      extractedData: { price: '12' },
    })
    expect((await published()).at(-1)).toMatchObject({ event: 'automation.failed' })
  })

  test('that failed shows the reason, and the data extracted until then', async () => {
    await start()
    await end('Open: no answer', { price: '12' })
    expect(await read()).toMatchObject({
      status: 'failed',
      error: 'Open: no answer',
      extractedData: { price: '12' },
      completedAt: now(),
    })
  })

  test.each([
    [null, 'automation.completed', 'completed'],
    ['no answer', 'automation.failed', 'failed'],
  ])('that ended with %j publishes only %s', async (error, event, status) => {
    await start()
    const startEvent = started()
    await clock.tick(1000)
    await end(error, { price: '12' })
    expect(await published()).toStrictEqual([
      startEvent,
      {
        event,
        timestamp: now(),
        data: {
          jobId: null,
          executionId,
          sessionId: null,
          automationId,
          automationName: 'Read it',
          status,
          error,
          extractedData: { price: '12' },
          selfHeal: { occurred: false, count: 0, healedActions: [] },
        },
      },
    ])
  })

  test('cannot be started twice', async () => {
    const taken = await Promise.all(Array.from({ length: 10 }, start))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await published()).toHaveLength(1)
  })

  test('ends once, and a later end changes and publishes nothing', async () => {
    await start()
    const ends = await Promise.all(Array.from({ length: 10 }, () => end(null)))
    expect(ends.filter(Boolean)).toHaveLength(1)
    const before = await read()
    await clock.tick(1000)
    expect(await end('too late')).toBe(false)
    expect(await read()).toStrictEqual(before)
    expect(await published()).toHaveLength(2)
  })

  test('cannot end before it has started', async () => {
    expect(await end(null)).toBe(false)
    expect(await read()).toStrictEqual(pending())
    expect(await published()).toEqual([])
  })

  test('keeps the actions that it started with when they are edited meanwhile', async () => {
    const url = `/api/v1/automations/${automationId}`
    const payload = { actions: [{ name: 'Other', type: 'navigate', url: 'https://example.org' }] }
    expect((await start())?.automation.actions).toEqual(actions)
    expect((await service.app.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200)
    await end(null)
    expect(await read()).toMatchObject({ status: 'completed', steps: [{ name: 'Open' }] })
  })
})
