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

const { send, create, list } = createWebhookClient(() => ({ service, key }))

test('a webhook shows its rate limit until it is removed', async () => {
  const { id } = await create({ maxPerSecond: 5 })
  expect(await list()).toMatchObject([{ id, maxPerSecond: 5 }])
  await send('PATCH', `/webhooks/${id}`, { maxPerSecond: 1000 })
  expect(await list()).toMatchObject([{ id, maxPerSecond: 1000 }])
  expect((await send('PATCH', `/webhooks/${id}`, { maxPerSecond: null })).statusCode).toBe(200)
  expect((await list())[0]).not.toHaveProperty('maxPerSecond')
})

test.each([0, -1, 1001, 0.5, '5'])('a rate limit of %j is refused', async (maxPerSecond) => {
  const payload = { url: 'https://example.com/hook', events: ['email.received'], maxPerSecond }
  expect((await send('POST', '/webhooks', payload)).statusCode).toBe(400)
})
