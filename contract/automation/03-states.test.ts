import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '@waypost/testing'
import type { Client } from '../client.ts'
import { scopes, type CreatedApiKey, type Delivery, type Triggered, type Webhook } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'
import { waitForExecution } from './wait-for-execution.ts'

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService(['runner', 'dispatcher'])
  key = await service.key(scopes)
})
afterAll(() => service.close())

const trigger = (id: string) => key.post<Triggered>(`/api/v1/automations/${id}/trigger`)
const isRunning = async (id: string) => (await key.get(`/api/v1/automations/${id}/status`)).body['isRunning']

describe('an execution', () => {
  test('that starts is running and publishes execution.started', async () => {
    const hook = service.world.hook()
    await service.webhook(['execution.started'], hook.url)
    const { id } = await service.automation(key, service.world.endlessUrl)
    const { executionId } = (await trigger(id)).body
    const execution = await waitForExecution(key, executionId, ['running'])
    expect(execution).toMatchObject({ startedAt: expect.any(String), completedAt: null })
    await service.local?.hasten()
    const { body } = await hook.received('execution.started')
    expect(JSON.parse(body.toString()).data).toMatchObject({ executionId, status: 'running' })
    await key.post(`/api/v1/automations/${id}/stop`)
  })
  test('whose steps succeed is completed', async () => {
    const { id } = await service.automation(key)
    expect(await service.run(key, id)).toMatchObject({
      status: 'completed',
      error: null,
      extractedData: { price: '12.50' },
    })
  })
  test('with a step that fails is failed, with the error', async () => {
    const { id } = await service.automation(key)
    await key.patch(`/api/v1/automations/${id}`, {
      actions: [
        { name: 'read', type: 'extractText', selectors: ['.nothing'], output: 'price', timeoutMs: 1 },
      ],
    })
    expect(await service.run(key, id)).toMatchObject({ status: 'failed', error: expect.any(String) })
  })
})

describe('an automation', () => {
  test('is running from its trigger on', async () => {
    const { id } = await service.automation(key, service.world.endlessUrl)
    expect(await isRunning(id)).toBe(false)
    const { status, body } = await trigger(id)
    expect(status).toBe(202)
    expect(body.status).toBe('pending')
    expect(await isRunning(id)).toBe(true)
    await key.post(`/api/v1/automations/${id}/stop`)
  })
  test('that is running refuses a trigger with 409', async () => {
    const { id } = await service.automation(key, service.world.endlessUrl)
    const { executionId } = (await trigger(id)).body
    expect(await trigger(id)).toMatchObject({
      status: 409,
      body: { statusCode: 409, message: 'Automation is already running', error: 'Conflict' },
    })
    expect(await isRunning(id)).toBe(true)
    const { body } = await key.get<object[]>(`/api/v1/executions?automationId=${id}`)
    expect(body).toMatchObject([{ id: executionId }])
    await key.post(`/api/v1/automations/${id}/stop`)
  })
  test('is not running once its execution has ended', async () => {
    const { id } = await service.automation(key)
    await service.run(key, id)
    expect(await isRunning(id)).toBe(false)
  })
  test('that is stopped ends its execution as failed with "Stopped by user"', async () => {
    const { id } = await service.automation(key, service.world.endlessUrl)
    const { executionId } = (await trigger(id)).body
    await waitForExecution(key, executionId, ['running'])
    const { status, body } = await key.post(`/api/v1/automations/${id}/stop`)
    expect({ status, body }).toEqual({ status: 202, body: { executionId, status: 'stopping' } })
    const ended = await waitForExecution(key, executionId, ['completed', 'failed'])
    expect(ended).toMatchObject({ status: 'failed', error: 'Stopped by user' })
    expect(await isRunning(id)).toBe(false)
  })
})

test('an API key that is changed to isActive false is no longer accepted', async () => {
  const { person, anonymous } = service
  const { body } = await person.post<CreatedApiKey>('/api-keys', { name: 'k', scopes: ['automation:read'] })
  const use = () => anonymous.get('/api/v1/automations', { 'x-api-key': body.rawKey })
  expect((await use()).status).toBe(200)
  const changed = await person.patch(`/api-keys/${body.apiKey._id}`, { isActive: false })
  expect(changed.body['isActive']).toBe(false)
  expect((await use()).status).toBe(401)
})

test('a failed delivery adds one to failureCount and is retried, and a successful one resets it to 0', async () => {
  const hook = service.world.hook()
  hook.answer(503)
  const { _id } = await service.webhook(['automation.completed'], hook.url)
  const failureCount = async () => (await service.person.get<Webhook>(`/webhooks/${_id}`)).body.failureCount
  const { id } = await service.automation(key)
  await service.run(key, id)
  await service.local?.hasten()

  await waitFor('the failure to count', async () => (await failureCount()) === 1)
  const { body } = await service.person.get<Delivery[]>(`/webhooks/${_id}/deliveries`)
  expect(body).toMatchObject([{ status: 'pending', failedAttempts: 1, attempts: [{ status: 503 }] }])
  expect(Date.parse(body[0]!.nextAttemptAt!)).toBeGreaterThan(Date.now())

  hook.answer(200)
  await service.local?.hasten()
  await waitFor('the success to count', async () => (await failureCount()) === 0)
  expect(hook.requests).toHaveLength(2)
})
