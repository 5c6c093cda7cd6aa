import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import { scopes, type ApiKey, type CreatedApiKey, type Delivery } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

interface AuditLog {
  id: string
  action: string
  resourceId: string
  actor: { type: string; keyId: string | null }
}

let service: ServiceUnderTest
let person: Client
let key: Client
let keyId: string

beforeAll(async () => {
  service = await startService()
  person = service.person
  key = await service.key(scopes)
  keyId = (await person.get<ApiKey[]>('/api-keys?limit=1')).body[0]!._id
})
afterAll(() => service.close())

const listOf = async (resourceId: string, query = '') =>
  (await key.get<AuditLog[]>(`/api/v1/audit-logs?resourceId=${resourceId}${query}`)).body
const actionsOf = async (resourceId: string) => (await listOf(resourceId)).map(({ action }) => action)

describe('the audit log lists, the newest first,', () => {
  test('the changes of an API key', async () => {
    const { body } = await person.post<CreatedApiKey>('/api-keys', { name: 'k', scopes })
    const { _id } = body.apiKey
    await person.patch(`/api-keys/${_id}`, { name: 'b' })
    await person.delete(`/api-keys/${_id}`)
    expect(await actionsOf(_id)).toEqual(['api_key.deleted', 'api_key.updated', 'api_key.created'])
  })
  test('the changes of a webhook', async () => {
    const { _id } = await service.webhook(['job.failed'])
    await person.patch(`/webhooks/${_id}`, { name: 'b' })
    await person.post(`/webhooks/${_id}/test`)
    await person.post(`/webhooks/${_id}/recover`, { since: new Date().toISOString() })
    await person.delete(`/webhooks/${_id}`)
    expect(await actionsOf(_id)).toEqual([
      'webhook.deleted',
      'webhook.recovered',
      'webhook.tested',
      'webhook.updated',
      'webhook.created',
    ])
  })
  test('the redelivery of a delivery', async () => {
    const { _id } = await service.webhook(['job.failed'])
    await person.post(`/webhooks/${_id}/test`)
    const [delivery] = (await person.get<Delivery[]>(`/webhooks/${_id}/deliveries`)).body
    await person.post(`/webhooks/${_id}/deliveries/${delivery!.id}/redeliver`)
    expect(await actionsOf(delivery!.id)).toEqual(['delivery.redelivered'])
  })
  test('the changes of an automation', async () => {
    const { id } = await service.automation(key, service.world.endlessUrl)
    const url = `/api/v1/automations/${id}`
    await key.patch(url, { name: 'b' })
    await key.post(`${url}/versions/1/restore`)
    await key.post(`${url}/trigger`)
    await key.post(`${url}/stop`)
    await key.delete(url)
    expect(await actionsOf(id)).toEqual([
      'automation.deleted',
      'automation.stopped',
      'automation.triggered',
      'automation.restored',
      'automation.updated',
      'automation.created',
    ])
  })
})

test('an entry of the audit log has who acted, on what, from where, and when', async () => {
  const { id } = await service.automation(key)
  expect(await listOf(id)).toMatchObject([
    {
      id: expect.any(String),
      action: 'automation.created',
      resourceType: 'automation',
      resourceId: id,
      actor: { type: 'api_key', keyId },
      ip: expect.stringMatching(/^[0-9a-f.:]+$/),
      result: 'success',
      createdAt: expect.any(String),
    },
  ])
  const { _id } = await service.webhook(['job.failed'])
  expect(await listOf(_id)).toMatchObject([{ actor: { type: 'user', keyId: null } }])
})
test('the audit log has refused requests, with their status', async () => {
  const { id } = await service.automation(key)
  const reader = await service.key(['automation:read'])
  expect((await reader.delete(`/api/v1/automations/${id}`)).status).toBe(403)
  const [refusal] = await waitFor('the refusal', async () => {
    const { body } = await key.get<object[]>('/api/v1/audit-logs?action=request.refused&limit=1')
    return JSON.stringify(body).includes('403') && body
  })
  expect(refusal).toMatchObject({
    action: 'request.refused',
    result: 'refused',
    request: { method: 'DELETE', statusCode: 403 },
  })
})
test('the audit log is filtered by action and resourceId', async () => {
  const { id } = await service.automation(key)
  await key.patch(`/api/v1/automations/${id}`, { name: 'b' })
  expect(await listOf(id, '&action=automation.updated')).toMatchObject([{ action: 'automation.updated' }])
  expect((await key.get('/api/v1/audit-logs?action=automation.sold')).status).toBe(400)
})
test('no account sees the audit log of another', async () => {
  const { id } = await service.automation(key)
  const theirs = await service.key(['audit:read'], service.stranger)
  expect((await theirs.get(`/api/v1/audit-logs?resourceId=${id}`)).body).toEqual([])
})
test('reading the audit log adds no entry', async () => {
  const { id } = await service.automation(key)
  await key.get(`/api/v1/automations/${id}`)
  await key.get(`/api/v1/automations/${id}/status`)
  expect(await actionsOf(id)).toEqual(['automation.created'])
})
