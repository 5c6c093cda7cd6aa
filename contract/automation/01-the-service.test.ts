import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { scopes, type ApiKey, type Automation, type Triggered, type Webhook } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let owners: Record<'jwt' | 'key', Client>
let strangers: Record<'jwt' | 'key', Client>
const ids: Record<string, string> = {}

beforeAll(async () => {
  service = await startService()
  const { person, stranger } = service
  owners = { jwt: person, key: await service.key(scopes) }
  strangers = { jwt: stranger, key: await service.key(scopes, stranger) }
  ids['webhook'] = (await service.webhook(['automation.failed']))._id
  ids['api-key'] = (await person.get<ApiKey[]>('/api-keys')).body[0]!._id
  const { id } = await service.automation(owners.key)
  ids['automation'] = id
  const triggered = await owners.key.post<Triggered>(`/api/v1/automations/${id}/trigger`)
  ids['execution'] = triggered.body.executionId
})
afterAll(() => service.close())

const fill = (path: string, find: (noun: string) => string) =>
  path.replace(/:([a-z-]+)/, (_, noun: string) => find(noun))

describe('every resource belongs to one user', () => {
  const routes: [noun: string, credential: 'jwt' | 'key', method: string, path: string, body?: object][] = [
    ['API Key', 'jwt', 'GET', '/api-keys/:api-key'],
    ['API Key', 'jwt', 'PATCH', '/api-keys/:api-key', { isActive: false }],
    ['API Key', 'jwt', 'DELETE', '/api-keys/:api-key'],
    ['Webhook', 'jwt', 'GET', '/webhooks/:webhook'],
    ['Webhook', 'jwt', 'PATCH', '/webhooks/:webhook', { isActive: false }],
    ['Webhook', 'jwt', 'DELETE', '/webhooks/:webhook'],
    ['Webhook', 'jwt', 'POST', '/webhooks/:webhook/test'],
    ['Webhook', 'jwt', 'GET', '/webhooks/:webhook/deliveries'],
    ['Webhook', 'jwt', 'POST', '/webhooks/:webhook/recover', { since: '2026-01-01T00:00:00Z' }],
    ['Automation', 'key', 'GET', '/api/v1/automations/:automation'],
    ['Automation', 'key', 'PATCH', '/api/v1/automations/:automation', { name: 'taken over' }],
    ['Automation', 'key', 'DELETE', '/api/v1/automations/:automation'],
    ['Automation', 'key', 'GET', '/api/v1/automations/:automation/status'],
    ['Automation', 'key', 'POST', '/api/v1/automations/:automation/trigger'],
    ['Automation', 'key', 'POST', '/api/v1/automations/:automation/stop'],
    ['Automation', 'key', 'GET', '/api/v1/automations/:automation/versions'],
    ['Automation', 'key', 'POST', '/api/v1/automations/:automation/versions/1/restore'],
    ['Execution', 'key', 'GET', '/api/v1/executions/:execution'],
  ]

  test.each(routes)(
    '%s: with another account’s %s, %s %s answers as if the resource did not exist',
    async (noun, credential, method, path, body) => {
      const expected = { statusCode: 404, message: `${noun} not found or unauthorized`, error: 'Not Found' }
      const options = body ? { body } : {}
      const foreign = await strangers[credential].request(
        method,
        fill(path, (name) => ids[name]!),
        options,
      )
      expect(foreign).toMatchObject({ status: 404, body: expected })
      const unknown = await strangers[credential].request(
        method,
        fill(path, () => randomUUID()),
        options,
      )
      expect(unknown).toMatchObject({ status: 404, body: expected })
    },
  )

  test('the refused requests of another account changed nothing', async () => {
    const key = await owners.jwt.get<ApiKey>(`/api-keys/${ids['api-key']}`)
    expect(key).toMatchObject({ status: 200, body: { isActive: true } })
    const webhook = await owners.jwt.get<Webhook>(`/webhooks/${ids['webhook']}`)
    expect(webhook).toMatchObject({ status: 200, body: { isActive: true, lastTriggeredAt: null } })
    const automation = await owners.key.get<Automation>(`/api/v1/automations/${ids['automation']}`)
    expect(automation).toMatchObject({ status: 200, body: { name: 'Price', version: 1 } })
  })

  test.each<['jwt' | 'key', string]>([
    ['jwt', '/webhooks'],
    ['key', '/api/v1/automations'],
    ['key', '/api/v1/executions'],
  ])('with another account’s %s, GET %s lists nothing of the first account', async (credential, path) => {
    expect((await strangers[credential].get<object[]>(path)).body).toEqual([])
    expect((await owners[credential].get<object[]>(path)).body).not.toEqual([])
  })
})
