import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

const { send, create, list, publish } = createWebhookClient(() => ({ service, key }))
const pull = async (id: string, query = '') =>
  (await send('GET', `/webhooks/${id}/events${query}`)).json<{ data: { id: string; position: string }[] }>()
    .data

test('events are pulled, and acknowledged by their position', async () => {
  const { id } = await create()
  expect((await list())[0]).not.toHaveProperty('feed')
  expect(await pull(id)).toEqual([])
  const [deliveryId] = await publish()
  const [pulled] = await pull(id, '?wait=30')
  expect(pulled).toMatchObject({ id: deliveryId, event: 'address.expired' })
  expect(await pull(id, `?after=${pulled!.position}`)).toEqual([])
  expect(await list()).toMatchObject([{ feed: { acknowledgedAt: expect.any(String) as unknown } }])
})

test('another account, another mode and a key without the scope pull nothing', async () => {
  const { id } = await create()
  const others = [await service.key('mallory'), await service.key('ada', { mode: 'test' })]
  for (const other of others) {
    const response = await send('GET', `/webhooks/${id}/events`, undefined, other)
    expect([response.statusCode, response.json()]).toEqual([404, { error: 'Webhook not found' }])
  }
  const weak = await service.key('ada', { scopes: ['emails:read'] })
  expect((await send('GET', `/webhooks/${id}/events`, undefined, weak)).statusCode).toBe(403)
  expect((await send('GET', `/webhooks/${id}/events?after=x`)).statusCode).toBe(400)
})
