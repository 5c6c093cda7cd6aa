import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import type { AuditLog, Data } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 37.
let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService()
  key = await service.key()
})
afterAll(() => service.close())

interface Page {
  logs: AuditLog[]
  total: number
  limit: number
  offset: number
}

const list = async (client: Client, query = '') =>
  (await client.get<Data<Page>>(`/api/v1/audit-logs${query}`)).body.data
const waitForLog = (client: Client, isIt: (log: AuditLog) => boolean) =>
  waitFor('the entry', async () => (await list(client, '?limit=100')).logs.find(isIt))

test('the audit log returns { data: { logs, total, limit, offset } }, each change with its status', async () => {
  const { id } = await service.alias(key)
  await key.delete(`/api/v1/addresses/${id}`)
  const { logs, ...page } = await list(key)
  expect(page).toEqual({ total: expect.any(Number), limit: 20, offset: 0 })
  expect(logs[0]).toEqual({
    id: expect.any(String),
    action: 'address.delete',
    method: 'DELETE',
    path: `/api/v1/addresses/${id}`,
    statusCode: 200,
    keyId: expect.any(String),
    ip: expect.stringMatching(/^[0-9a-f.:]+$/),
    createdAt: expect.any(String),
  })
  expect(logs[1]).toMatchObject({ action: 'address.create', statusCode: 201 })
})
test('the audit log has reads soon after they are made', async () => {
  await key.get('/api/v1/platform-domains')
  expect(await waitForLog(key, ({ action }) => action === 'platform_domain.list')).toMatchObject({
    method: 'GET',
    path: '/api/v1/platform-domains',
    statusCode: 200,
  })
})
test('the audit log has refused requests', async () => {
  const reader = await service.key({ scopes: ['emails:read'] })
  await reader.post('/api/v1/addresses', {})
  expect(await waitForLog(key, ({ statusCode }) => statusCode === 403)).toMatchObject({
    action: 'address.create',
    method: 'POST',
  })
})
test('the keyId of a signed-in person’s entry is null', async () => {
  await service.alias(service.person)
  expect((await list(key)).logs[0]).toMatchObject({ action: 'address.create', keyId: null })
})
test('any key of an account reads its audit log, and no other account does', async () => {
  const { id } = await service.alias(key)
  const narrow = await service.key({ scopes: ['analytics:read'] })
  await key.delete(`/api/v1/addresses/${id}`)
  expect((await list(narrow)).logs[0]).toMatchObject({ path: `/api/v1/addresses/${id}` })
  const strangers = await service.key({ owner: service.stranger })
  expect(JSON.stringify(await list(strangers, '?limit=100'))).not.toContain(id)
})
