import { eq } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliveries } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { createProgressRecorder } from './progress/progress-recorder.ts'
import { endLostExecutions } from './end-lost-executions.ts'
import { sendHeartbeat } from './send-heartbeat.ts'
import { startExecution } from './start-execution.ts'

let service: TestApp
const clock = new TestClock('2026-01-02T03:04:05.678Z')
let ownerId: string
let headers: Record<string, string>
let executionId: string

beforeAll(async () => {
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  ownerId = newId()
  headers = {
    ...(await service.person(ownerId)),
    ...(await service.key(ownerId, 'automation:read', 'automation:write', 'automation:execute')),
  }
  await post('/webhooks', { name: 'ends', url: 'https://example.com', events: ['automation.failed'] })
  const { id } = (await post('/api/v1/automations', { name: 'Read', actions })).json<{ id: string }>()
  const triggered = await post(`/api/v1/automations/${id}/trigger`)
  executionId = triggered.json<{ executionId: string }>().executionId
})

const actions = ['Open', 'Go on', 'Leave'].map((name) => ({
  name,
  type: 'navigate',
  url: 'https://example.com',
}))
const post = (url: string, payload?: object) =>
  service.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
const read = async () => {
  const response = await service.app.inject({ url: `/api/v1/executions/${executionId}`, headers })
  return response.json<{
    automationId: string
    status: string
    error: string | null
    steps: { status: string; error: string | null }[]
  }>()
}
const stop = async () => {
  const { automationId } = await read()
  await post(`/api/v1/automations/${automationId}/stop`)
}
const publishedEnds = () =>
  service.services.db.select().from(deliveries).where(eq(deliveries.ownerId, ownerId))

test('a run whose runner sends no heartbeat for 15 s fails, and shows the step that it was at', async () => {
  await startExecution(service.services, executionId)
  const recorder = createProgressRecorder(service.services, executionId, actions)
  recorder.steps[0]!.status = 'completed'
  recorder.steps[1]!.status = 'running'
  recorder.changed()
  await recorder.finish()

  await clock.tick(15_000)
  await endLostExecutions(service.services)
  expect((await read()).status).toBe('running')
  await clock.tick(1)
  await endLostExecutions(service.services)
  expect(await read()).toMatchObject({
    status: 'failed',
    error: 'Runner lost',
    steps: [{ status: 'completed' }, { status: 'failed', error: 'Runner lost' }, { status: 'skipped' }],
  })
})

test('a run with heartbeats may take any time', async () => {
  await startExecution(service.services, executionId)
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await clock.tick(10_000)
    expect(await sendHeartbeat(service.services, executionId)).toBeUndefined()
    await endLostExecutions(service.services)
  }
  expect((await read()).status).toBe('running')
})

test('a lost run ends once for concurrent sweeps, and a runner that comes back is told', async () => {
  await startExecution(service.services, executionId)
  await clock.tick(16_000)
  await Promise.all(Array.from({ length: 5 }, () => endLostExecutions(service.services)))
  expect(await publishedEnds()).toHaveLength(1)
  expect(await sendHeartbeat(service.services, executionId)).toBe('The execution was ended')
})

test('a run that is being stopped ends two seconds later when its runner sends no heartbeat', async () => {
  await startExecution(service.services, executionId)
  await stop()
  await clock.tick(2000)
  await endLostExecutions(service.services)
  expect((await read()).status).toBe('running')
  await clock.tick(1)
  await endLostExecutions(service.services)
  expect(await read()).toMatchObject({ status: 'failed', error: 'Stopped by user' })
})

test('a run that waits for its turn is not lost', async () => {
  await clock.tick(3_600_000)
  await endLostExecutions(service.services)
  expect((await read()).status).toBe('pending')
})

test('a runner learns at its next heartbeat that its run is to stop', async () => {
  await startExecution(service.services, executionId)
  await stop()
  expect(await sendHeartbeat(service.services, executionId)).toBe('Stopped by user')
})
