import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { deliveries } from '../db/tables.ts'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let service: TestApp
let headers: Record<string, string>
let ownerId: string
let automation: string
const clock = new TestClock('2026-01-02T03:04:05.678Z')

beforeAll(async () => {
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  ownerId = newId()
  headers = { ...(await service.person(ownerId)), ...(await service.key(ownerId, ...scope.options)) }
  await post('/webhooks', { name: 'all', url: 'https://example.com', events: ['automation.failed'] })
  const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
  automation = (await post('/api/v1/automations', { name: 'a', actions })).json<{ id: string }>().id
})

const post = (url: string, payload?: object) =>
  service.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
const get = async (url: string) =>
  (await service.app.inject({ url, headers })).json<Record<string, unknown>>()
const trigger = async () =>
  (await post(`/api/v1/automations/${automation}/trigger`)).json<{ executionId: string; startsAt: string }>()
const stop = () => post(`/api/v1/automations/${automation}/stop`)
const events = async () => {
  const rows = await service.services.db.select().from(deliveries).where(eq(deliveries.ownerId, ownerId))
  return rows.map((row) => (JSON.parse(row.body) as { data: { error: string } }).data.error)
}

test('stopping a waiting execution ends it at once, with its event, and its job does nothing', async () => {
  const { executionId } = await trigger()
  const response = await stop()
  expect(response.statusCode).toBe(202)
  expect(response.json()).toStrictEqual({ executionId, status: 'stopping' })
  expect(await get(`/api/v1/executions/${executionId}`)).toMatchObject({
    status: 'failed',
    error: 'Stopped by user',
    startedAt: null,
    completedAt: new Date(clock.now()).toISOString(),
  })
  expect(await get(`/api/v1/automations/${automation}/status`)).toEqual({ isRunning: false })
  expect(await events()).toEqual(['Stopped by user'])
  expect(await startExecution(service.services, executionId)).toBeUndefined()
})

test('an execution that was stopped before it ran does not extend the cooldown', async () => {
  const { executionId } = await trigger()
  await startExecution(service.services, executionId)
  await endExecution(service.services, executionId, { error: null, extractedData: {}, steps: [] })
  const endedAt = clock.now()
  await clock.tick(5000)
  await trigger()
  await stop()
  expect((await trigger()).startsAt).toBe(new Date(endedAt + 45_000).toISOString())
})

test('stopping a running execution leaves its end to the runner; until then it is running', async () => {
  const { executionId } = await trigger()
  await startExecution(service.services, executionId)
  expect((await stop()).json()).toStrictEqual({ executionId, status: 'stopping' })
  expect((await stop()).statusCode).toBe(202)
  expect(await get(`/api/v1/automations/${automation}/status`)).toEqual({ isRunning: true })
  expect(await events()).toEqual([])
})

test('stopping an automation without an active execution is refused', async () => {
  for (const prepare of [async () => {}, async () => void (await trigger(), await stop())]) {
    await prepare()
    const response = await stop()
    expect(response.statusCode).toBe(409)
    expect(response.json()).toStrictEqual({
      statusCode: 409,
      message: 'Automation is not running',
      error: 'Conflict',
    })
  }
})
