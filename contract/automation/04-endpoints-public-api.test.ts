import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { scopes, type Automation, type Scope, type Triggered } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'
import { waitForExecution } from './wait-for-execution.ts'

let service: ServiceUnderTest
let key: Client
let automation: Automation

beforeAll(async () => {
  service = await startService()
  key = await service.key(scopes)
})
beforeEach(async () => {
  automation = await service.automation(key, service.world.endlessUrl)
})
afterAll(() => service.close())

const trigger = (id = automation.id) => key.post<Triggered>(`/api/v1/automations/${id}/trigger`)
const stop = () => key.post(`/api/v1/automations/${automation.id}/stop`)

test('GET /api/v1/automations returns a list', async () => {
  const { status, body } = await key.get<Automation[]>('/api/v1/automations')
  expect(status).toBe(200)
  expect(body).toContainEqual(automation)
})
test('GET /api/v1/automations/:id/status returns { isRunning: boolean }', async () => {
  const url = `/api/v1/automations/${automation.id}/status`
  const idle = await key.get(url)
  expect({ status: idle.status, body: idle.body }).toEqual({ status: 200, body: { isRunning: false } })
  await trigger()
  const busy = await key.get(url)
  expect({ status: busy.status, body: busy.body }).toEqual({ status: 200, body: { isRunning: true } })
  await stop()
})
test('POST /api/v1/automations/:id/trigger starts the automation asynchronously', async () => {
  const { status, body } = await trigger()
  expect(status).toBe(202)
  expect(body).toEqual({
    executionId: expect.any(String),
    status: 'pending',
    startsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  await stop()
})
test('POST /api/v1/automations/:id/trigger answers 409 while the automation is running', async () => {
  await trigger()
  const { status, body } = await trigger()
  expect({ status, body }).toEqual({
    status: 409,
    body: { statusCode: 409, message: 'Automation is already running', error: 'Conflict' },
  })
  await stop()
})
test('GET /api/v1/executions/:id returns the execution with its selfHealEvents', async () => {
  const { executionId } = (await trigger()).body
  const { status, body } = await key.get(`/api/v1/executions/${executionId}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: executionId,
    automationId: automation.id,
    status: expect.stringMatching(/^(pending|running)$/),
    selfHealEvents: [],
    extractedData: {},
    steps: [],
    error: null,
    createdAt: expect.any(String),
    completedAt: null,
  })
  await stop()
})
test('POST /api/v1/automations returns the new automation', async () => {
  const actions = [{ name: 'open', type: 'navigate', url: 'https://example.com' }]
  const { status, body } = await key.post('/api/v1/automations', { name: 'a', description: 'd', actions })
  expect(status).toBe(201)
  expect(body).toMatchObject({ id: expect.any(String), name: 'a', description: 'd', actions, version: 1 })
})
test('GET /api/v1/automations/:id returns the automation', async () => {
  const { status, body } = await key.get(`/api/v1/automations/${automation.id}`)
  expect({ status, body }).toEqual({ status: 200, body: automation })
})
test('PATCH /api/v1/automations/:id returns the updated automation', async () => {
  const { status, body } = await key.patch(`/api/v1/automations/${automation.id}`, { name: 'renamed' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: automation.id, name: 'renamed', actions: automation.actions })
})
test('DELETE /api/v1/automations/:id deletes the automation and its executions', async () => {
  const { executionId } = (await trigger()).body
  const { status, body } = await key.delete(`/api/v1/automations/${automation.id}`)
  expect({ status, body }).toEqual({ status: 204, body: '' })
  expect((await key.get(`/api/v1/automations/${automation.id}`)).status).toBe(404)
  expect((await key.get(`/api/v1/executions/${executionId}`)).status).toBe(404)
})
test('POST /api/v1/automations/:id/stop returns { executionId, status: "stopping" } and ends the run', async () => {
  const { executionId } = (await trigger()).body
  const { status, body } = await stop()
  expect({ status, body }).toEqual({ status: 202, body: { executionId, status: 'stopping' } })
  const ended = await waitForExecution(key, executionId, ['completed', 'failed'])
  expect(ended).toMatchObject({ status: 'failed', error: 'Stopped by user' })
  const after = await key.get(`/api/v1/automations/${automation.id}/status`)
  expect(after.body).toEqual({ isRunning: false })
})
test('POST /api/v1/automations/:id/stop answers 409 while the automation is not running', async () => {
  const { status, body } = await stop()
  expect({ status, body }).toEqual({
    status: 409,
    body: { statusCode: 409, message: 'Automation is not running', error: 'Conflict' },
  })
})

describe('an API key with the scope is required by', () => {
  test.each<[method: string, path: string, scope: Scope]>([
    ['GET', '/api/v1/automations', 'automation:read'],
    ['POST', '/api/v1/automations', 'automation:write'],
    ['GET', '/api/v1/automations/:id', 'automation:read'],
    ['PATCH', '/api/v1/automations/:id', 'automation:write'],
    ['DELETE', '/api/v1/automations/:id', 'automation:write'],
    ['GET', '/api/v1/automations/:id/status', 'automation:read'],
    ['POST', '/api/v1/automations/:id/trigger', 'automation:execute'],
    ['POST', '/api/v1/automations/:id/stop', 'automation:execute'],
    ['GET', '/api/v1/automations/:id/versions', 'automation:read'],
    ['POST', '/api/v1/automations/:id/versions/1/restore', 'automation:write'],
    ['GET', '/api/v1/executions', 'automation:read'],
    ['GET', '/api/v1/executions/:id', 'automation:read'],
    ['GET', '/api/v1/audit-logs', 'audit:read'],
  ])(
    '%s %s, which answers 401 without a key or with a JWT, and 403 without %s',
    async (method, path, scope) => {
      const url = path.replace(':id', automation.id)
      const missing = { statusCode: 401, message: 'API Key is missing', error: 'Unauthorized' }
      expect(await service.anonymous.request(method, url)).toMatchObject({ status: 401, body: missing })
      expect(await service.person.request(method, url)).toMatchObject({ status: 401, body: missing })
      const others = await service.key(scopes.filter((each) => each !== scope))
      expect(await others.request(method, url)).toMatchObject({
        status: 403,
        body: {
          statusCode: 403,
          message: `Insufficient permissions. Required scopes: ${scope}`,
          error: 'Forbidden',
        },
      })
    },
  )
})
