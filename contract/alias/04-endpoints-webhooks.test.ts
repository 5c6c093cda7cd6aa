import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import type { CreatedWebhook, Data, Webhook } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService()
  key = await service.key({ scopes: ['webhooks:manage'] })
})
afterAll(() => service.close())

const path = '/api/v1/webhooks'
const list = async (client = key) => (await client.get<Data<Webhook[]>>(path)).body.data

test(`POST ${path} returns { data: { id, url, events, secret, createdAt } }`, async () => {
  const given = { url: service.world.hook().url, events: ['email.received'] }
  const { status, body } = await key.post<Data<CreatedWebhook>>(path, given)
  expect(status).toBe(201)
  expect(body).toEqual({
    data: {
      id: expect.any(String),
      ...given,
      secret: expect.stringMatching(/^whsec_/),
      createdAt: expect.any(String),
    },
  })
})
test(`POST ${path} accepts a secret of the caller's own`, async () => {
  const given = { url: service.world.hook().url, events: ['email.received'], secret: 'a secret of my own' }
  expect((await key.post<Data<CreatedWebhook>>(path, given)).body.data.secret).toBe(given.secret)
})
test.each(['url', 'events'])(`POST ${path} refuses a webhook without %s`, async (field) => {
  const given = { url: 'https://example.com/', events: ['email.received'], [field]: undefined }
  const { status, body } = await key.post(path, given)
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: `${field} should not be null or undefined` },
  })
})
test(`GET ${path} returns the webhooks in data, without their secrets`, async () => {
  const { id, url, events, secret, createdAt } = await service.webhook(key, ['email.deleted'])
  const { status, body } = await key.get<Data<Webhook[]>>(path)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['data'])
  expect(body.data[0]).toEqual({
    id,
    url,
    events,
    isActive: true,
    failureCount: 0,
    lastTriggeredAt: null,
    lastStatus: null,
    disabledAt: null,
    disabledReason: null,
    createdAt,
  })
  expect(JSON.stringify(body)).not.toContain(secret)
})
test(`DELETE ${path}/:id returns { message } and deletes the webhook`, async () => {
  const { id } = await service.webhook(key, ['email.deleted'])
  const { status, body } = await key.delete(`${path}/${id}`)
  expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } })
  expect((await list()).map((webhook) => webhook.id)).not.toContain(id)
  const again = await key.delete(`${path}/${id}`)
  expect({ status: again.status, body: again.body }).toEqual({
    status: 404,
    body: { error: 'Webhook not found' },
  })
})

describe('the webhook of another owner gets the same 404 as an unknown one', () => {
  test.each([
    ['a key of another account', () => service.key({ owner: service.stranger })],
    ['a test key of the same account', () => service.key({ mode: 'test' })],
  ])('from %s', async (_who, find) => {
    const { id } = await service.webhook(key, ['email.deleted'])
    const other = await find()
    for (const unknown of [id, randomUUID()]) {
      for (const answer of [
        await other.delete(`${path}/${unknown}`),
        await other.patch(`${path}/${unknown}`, { isActive: false }),
        await other.get(`${path}/${unknown}/deliveries`),
        await other.post(`${path}/${unknown}/recover`, { since: '2026-01-01T00:00:00Z' }),
        await other.post(`${path}/${unknown}/deliveries/${randomUUID()}/redeliver`),
      ]) {
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 404,
          body: { error: 'Webhook not found' },
        })
      }
    }
    expect((await list(other)).map((webhook) => webhook.id)).not.toContain(id)
    expect((await list())[0]).toMatchObject({ id, isActive: true })
  })
})
