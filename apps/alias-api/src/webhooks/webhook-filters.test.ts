import { aliasChannel } from '@waypost/webhooks'
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
const filter = { from: { $startsWith: 'ada@' } }
const data = { from: 'ada@example.org', subject: 'Hello' }

test('a webhook shows its filter until it is removed', async () => {
  const { id } = await create({ filter })
  expect(await list()).toMatchObject([{ id, filter }])
  expect((await send('PATCH', `/webhooks/${id}`, { filter: null })).statusCode).toBe(200)
  expect((await list())[0]).not.toHaveProperty('filter')
  await send('PATCH', `/webhooks/${id}`, { filter })
  expect(await list()).toMatchObject([{ id, filter }])
})

test('a filter that cannot be compiled is refused with the reason', async () => {
  const response = await send('POST', '/webhooks', {
    url: 'https://example.com/hook',
    events: ['email.received'],
    filter: { from: { $regex: '.*' } },
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ error: 'filter must not use $regex' })
})

test('the catalogue lists every event with its schema and an example that a filter can be tried on', async () => {
  const { data: types } = (await send('GET', '/event-types')).json<{
    data: { name: string; schema: object; example: { addressId?: string } }[]
  }>()
  expect(types.map(({ name }) => name)).toEqual(Object.keys(aliasChannel.events))
  const { example, schema } = types.find(({ name }) => name === 'address.expired')!
  expect(schema).toMatchObject({ type: 'object', required: ['addressId', 'address', 'expiredAt'] })
  const trial = { filter: { addressId: example.addressId }, data: example }
  expect((await send('POST', '/webhooks/test-filter', trial)).json()).toEqual({ data: { matches: true } })
})

test('a filter can be tried on the data of an event', async () => {
  const trial = (changed: object) => send('POST', '/webhooks/test-filter', { filter, data, ...changed })
  expect((await trial({})).json()).toEqual({ data: { matches: true } })
  expect((await trial({ data: { from: 'bob@example.org' } })).json()).toEqual({ data: { matches: false } })
  expect((await trial({ filter: {} })).json()).toEqual({ error: 'filter must have a condition' })
  const reader = await service.key('ada', { scopes: ['emails:read'] })
  expect((await send('POST', '/webhooks/test-filter', { filter, data }, reader)).statusCode).toBe(403)
})
