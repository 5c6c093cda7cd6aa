import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { scopes, type ApiKey, type CreatedApiKey, type Execution, type Webhook } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

const isoTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

let service: ServiceUnderTest
let person: Client

beforeAll(async () => {
  service = await startService()
  person = service.person
})
afterAll(() => service.close())

const readKey = async (id: string) => (await person.get<ApiKey>(`/api-keys/${id}`)).body
const readWebhook = async (id: string) => (await person.get<Webhook>(`/webhooks/${id}`)).body
const send = (id: string) => person.post(`/webhooks/${id}/test`)

describe('an API key', () => {
  const newKey = { name: 'mine', scopes: ['automation:read', 'audit:read'] }
  const create = async (change: object = {}) =>
    (await person.post<CreatedApiKey>('/api-keys', { ...newKey, ...change })).body

  test('has an _id by which it is read', async () => {
    const { apiKey } = await create()
    expect(apiKey._id).toEqual(expect.any(String))
    expect((await readKey(apiKey._id))._id).toBe(apiKey._id)
  })
  test('has a name, which can be changed', async () => {
    const { apiKey } = await create()
    expect(apiKey.name).toBe('mine')
    await person.patch(`/api-keys/${apiKey._id}`, { name: 'renamed' })
    expect((await readKey(apiKey._id)).name).toBe('renamed')
  })
  test('has as prefix the first 12 characters of the raw key', async () => {
    const { apiKey, rawKey } = await create()
    expect(apiKey.prefix).toBe(rawKey.slice(0, 12))
  })
  test('has scopes of the scope table', async () => {
    expect((await create({ scopes })).apiKey.scopes).toEqual(scopes)
    expect((await person.post('/api-keys', { ...newKey, scopes: ['automation:fly'] })).status).toBe(400)
    expect((await person.post('/api-keys', { ...newKey, scopes: [] })).status).toBe(400)
  })
  test('is active at its creation, which can be changed', async () => {
    const { apiKey } = await create()
    expect(apiKey.isActive).toBe(true)
    await person.patch(`/api-keys/${apiKey._id}`, { isActive: false })
    expect((await readKey(apiKey._id)).isActive).toBe(false)
  })
  test('has a createdAt in ISO 8601', async () => {
    expect((await create()).apiKey.createdAt).toMatch(isoTimestamp)
  })
  test('has an optional expiresAt', async () => {
    expect((await create()).apiKey.expiresAt).toBeNull()
    const expiresAt = '2099-12-31T23:59:59.000Z'
    expect((await create({ expiresAt })).apiKey.expiresAt).toBe(expiresAt)
  })
  test('has a lastUsedAt that each use updates', async () => {
    const { apiKey, rawKey } = await create()
    expect(apiKey.lastUsedAt).toBeNull()
    const use = () => service.anonymous.get('/api/v1/automations', { 'x-api-key': rawKey })
    await use()
    const first = await waitFor('the use', async () => (await readKey(apiKey._id)).lastUsedAt ?? undefined)
    expect(first).toMatch(isoTimestamp)
    await use()
    await waitFor('the next use', async () => (await readKey(apiKey._id)).lastUsedAt! > first)
  })
  test('is returned as rawKey in the response to its creation and never again', async () => {
    const { apiKey, rawKey } = await create()
    const { _id } = apiKey
    const answers = [
      await person.get(`/api-keys/${_id}`),
      await person.get('/api-keys?limit=100'),
      await person.patch(`/api-keys/${_id}`, { name: 'again' }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain(rawKey)
      expect(JSON.stringify(body)).not.toContain('rawKey')
    }
  })
})

describe('a webhook', () => {
  test('has an _id by which it is read', async () => {
    const { _id } = await service.webhook(['job.failed'])
    expect(_id).toEqual(expect.any(String))
    expect((await readWebhook(_id))._id).toBe(_id)
  })
  test.each(['name', 'url', 'events'])('requires %s at its creation', async (field) => {
    const whole = { name: 'w', url: 'https://example.com/hook', events: ['job.failed'] }
    expect(await person.post('/webhooks', { ...whole, [field]: undefined })).toMatchObject({
      status: 400,
      body: [{ property: field, receivedValue: null }],
    })
    const { status, body } = await person.post<Webhook>('/webhooks', whole)
    expect(status).toBe(201)
    expect(body).toMatchObject(whole)
  })
  test('is active at its creation', async () => {
    expect((await service.webhook(['job.failed'])).isActive).toBe(true)
  })
  test('has a secret that begins with whsec_ and is returned only at its creation', async () => {
    const { _id, secret } = await service.webhook(['job.failed'])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const answers = [
      await person.get(`/webhooks/${_id}`),
      await person.get('/webhooks?limit=100'),
      await person.patch(`/webhooks/${_id}`, { name: 'again' }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain('secret')
      expect(JSON.stringify(body)).not.toContain(secret)
    }
  })
  test('has a failureCount of 0, one more after each failed delivery, and 0 again after a successful one', async () => {
    const hook = service.world.hook()
    const { _id, failureCount } = await service.webhook(['job.failed'], hook.url)
    expect(failureCount).toBe(0)
    hook.answer(500)
    await send(_id)
    expect((await readWebhook(_id)).failureCount).toBe(1)
    await send(_id)
    expect((await readWebhook(_id)).failureCount).toBe(2)
    hook.answer(200)
    await send(_id)
    expect((await readWebhook(_id)).failureCount).toBe(0)
  })
  test('has a lastTriggeredAt of null, then the time of the last attempt', async () => {
    const { _id, lastTriggeredAt } = await service.webhook(['job.failed'])
    expect(lastTriggeredAt).toBeNull()
    await send(_id)
    expect((await readWebhook(_id)).lastTriggeredAt).toMatch(isoTimestamp)
  })
  test('has a lastStatus of null, then the HTTP status or the name of the error', async () => {
    const hook = service.world.hook()
    const { _id, lastStatus } = await service.webhook(['job.failed'], hook.url)
    expect(lastStatus).toBeNull()
    hook.answer(204)
    await send(_id)
    expect((await readWebhook(_id)).lastStatus).toBe(204)
    hook.answer(null)
    await send(_id)
    expect((await readWebhook(_id)).lastStatus).toBe('connection_reset')
  })
  test('has a createdAt in ISO 8601', async () => {
    expect((await service.webhook(['job.failed'])).createdAt).toMatch(isoTimestamp)
  })
})

describe('the other records', () => {
  test('an automation has an id and a name', async () => {
    const automation = await service.automation(await service.key(scopes))
    expect(automation).toMatchObject({ id: expect.any(String), name: 'Price' })
  })
  test('an execution has an id and a list of selfHealEvents', async () => {
    const key = await service.key(scopes)
    const { id } = await service.automation(key)
    const { body } = await key.post(`/api/v1/automations/${id}/trigger`)
    const execution = await key.get<Execution>(`/api/v1/executions/${body['executionId']}`)
    expect(execution.body).toMatchObject({ id: body['executionId'], automationId: id, selfHealEvents: [] })
  })
})
