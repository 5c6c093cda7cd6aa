import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhooks } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createWebhookClient } from './test-webhooks.ts'

let service: TestApp
let key: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.empty()
  key = await service.key('ada', { scopes: ['webhooks:manage'] })
})

const { send, create, list } = createWebhookClient(() => ({ service, key }))
const token = 'Bearer e5f1c7a0'
const headers = { Authorization: token, 'X-Tenant': 'tenant-42' }

test('a webhook shows the names of its headers, and no response has their values', async () => {
  const response = await send('POST', '/webhooks', {
    url: 'https://example.com/hook',
    events: ['email.received'],
    headers,
  })
  const { id } = response.json<{ data: { id: string } }>().data
  const found = await send('GET', `/webhooks/${id}`)
  const changed = await send('PATCH', `/webhooks/${id}`, { headers: { 'X-Tenant': 'tenant-43' } })
  expect(found.json()).toMatchObject({ data: { headerNames: ['authorization', 'x-tenant'] } })
  expect(changed.json()).toMatchObject({ data: { headerNames: ['authorization', 'x-tenant'] } })
  for (const { body } of [response, found, changed]) expect(body).not.toMatch(/e5f1c7a0|tenant-4/)
  await send('PATCH', `/webhooks/${id}`, { headers: null })
  expect((await list())[0]).not.toHaveProperty('headerNames')
})

test('no value is in the database in the clear', async () => {
  await create({ headers })
  const rows = await service.database.connectAsOwner().db.select().from(webhooks)
  expect(rows[0]!.sealedHeaders).toMatch(/^v1\./)
  expect(JSON.stringify(rows)).not.toMatch(/e5f1c7a0|tenant-42/)
})

test('a webhook cannot carry its values to another origin', async () => {
  const { id } = await create({ headers })
  const url = 'https://example.org/hook'
  const response = await send('PATCH', `/webhooks/${id}`, { url })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({
    error: 'headers must give authorization again, or null, for another origin',
  })
  expect((await list())[0]).toMatchObject({ url: 'https://example.com/hook' })
  expect((await send('PATCH', `/webhooks/${id}`, { url, headers: null })).statusCode).toBe(200)
})

test.each([
  [
    { 'X-Service-Signature': 'sha256=mine' },
    'headers must not have x-service-signature, which is not for webhooks to set',
  ],
  [{ 'X-Tenant': 'a\r\nb' }, 'headers must have a visible ASCII text as x-tenant'],
])('headers of %j are refused with the reason', async (given, error) => {
  const payload = { url: 'https://example.com/hook', events: ['email.received'], headers: given }
  const response = await send('POST', '/webhooks', payload)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ error })
})
