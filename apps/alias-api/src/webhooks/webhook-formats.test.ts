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

test('a webhook shows its format until it is removed', async () => {
  const { id } = await create({ format: 'slack' })
  expect(await list()).toMatchObject([{ id, format: 'slack' }])
  await send('PATCH', `/webhooks/${id}`, { format: 'teams' })
  expect(await list()).toMatchObject([{ id, format: 'teams' }])
  expect((await send('PATCH', `/webhooks/${id}`, { format: null })).statusCode).toBe(200)
  expect((await list())[0]).not.toHaveProperty('format')
  expect((await send('PATCH', `/webhooks/${id}`, { format: 'irc' })).statusCode).toBe(400)
})

test('a message can be seen before a webhook is saved, with what would be sent', async () => {
  const asked = { format: 'discord', event: 'email.received' }
  const response = await send('POST', '/webhooks/preview-message', asked)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    data: {
      title: 'Email from ada@example.org: Hello',
      facts: [
        { label: 'From', value: 'ada@example.org' },
        { label: 'Subject', value: 'Hello' },
        { label: 'Received at' },
      ],
      body: { embeds: [{ title: 'Email from ada@example.org: Hello' }] },
    },
  })
  expect((await send('POST', '/webhooks/preview-message', { ...asked, event: 'no.such' })).statusCode).toBe(
    400,
  )
  const reader = await service.key('ada', { scopes: ['emails:read'] })
  expect((await send('POST', '/webhooks/preview-message', asked, reader)).statusCode).toBe(403)
})
