import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { deliveries } from '../db/tables.ts'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let service: TestApp
let ownerId: string
let headers: Record<string, string>
let automationId: string

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  ownerId = newId()
  headers = { ...(await service.person(ownerId)), ...(await service.key(ownerId, ...scope.options)) }
  await send('POST', '/webhooks', {
    name: 'all',
    url: 'https://example.com',
    events: ['automation.completed', 'automation.failed'],
  })
  const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
  const created = await send('POST', '/api/v1/automations', { name: 'Doomed', actions })
  automationId = created.json<{ id: string }>().id
})

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  service.app.inject({ method, url, headers, ...(payload && { payload }) })
const remove = () => send('DELETE', `/api/v1/automations/${automationId}`)
const trigger = async () => {
  const response = await send('POST', `/api/v1/automations/${automationId}/trigger`)
  return response.json<{ executionId: string }>().executionId
}
const published = async () => {
  const rows = await service.services.db.select().from(deliveries).where(eq(deliveries.ownerId, ownerId))
  return rows.map((row) => JSON.parse(row.body) as unknown)
}
const ended = { error: null, extractedData: {}, steps: [] }
const failedEvent = (executionId: string) => ({
  event: 'automation.failed',
  timestamp: expect.any(String) as unknown,
  data: {
    jobId: null,
    executionId,
    sessionId: null,
    automationId,
    automationName: 'Doomed',
    status: 'failed',
    error: 'Automation was deleted',
    extractedData: {},
    selfHeal: { occurred: false, count: 0, healedActions: [] },
  },
})

test('deleting an automation returns 204 without a body, and the automation is then a 404', async () => {
  const response = await remove()
  expect(response.statusCode).toBe(204)
  expect(response.body).toBe('')
  expect((await remove()).statusCode).toBe(404)
  for (const path of ['', '/status']) {
    expect((await send('GET', `/api/v1/automations/${automationId}${path}`)).statusCode).toBe(404)
  }
  expect((await send('POST', `/api/v1/automations/${automationId}/trigger`)).statusCode).toBe(404)
  expect(await published()).toEqual([])
})

test('deleting an automation ends a waiting execution, with exactly one event', async () => {
  const executionId = await trigger()
  expect((await remove()).statusCode).toBe(204)
  expect(await published()).toStrictEqual([failedEvent(executionId)])
  expect((await send('GET', `/api/v1/executions/${executionId}`)).statusCode).toBe(404)

  // Its job is still queued; the runner that claims it finds nothing to do.
  expect(await startExecution(service.services, executionId)).toBeUndefined()
  expect(await endExecution(service.services, executionId, ended)).toBe(false)
  expect(await published()).toHaveLength(1)
})

test('deleting an automation ends a running execution, with exactly one event', async () => {
  const executionId = await trigger()
  await startExecution(service.services, executionId)
  expect((await remove()).statusCode).toBe(204)
  expect(await endExecution(service.services, executionId, ended)).toBe(false)
  expect(await published()).toStrictEqual([failedEvent(executionId)])
})

test('an execution that ends while its automation is being deleted publishes one event, whichever is first', async () => {
  const executionId = await trigger()
  await startExecution(service.services, executionId)
  const [response] = await Promise.all([remove(), endExecution(service.services, executionId, ended)])
  expect(response.statusCode).toBe(204)
  expect(await published()).toHaveLength(1)
})

test('deleting an automation publishes no event for executions that have ended', async () => {
  const executionId = await trigger()
  await startExecution(service.services, executionId)
  await endExecution(service.services, executionId, ended)
  await remove()
  expect(await published()).toMatchObject([{ event: 'automation.completed', data: { executionId } }])
})
