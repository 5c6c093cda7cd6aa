import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import { scopes, type Automation, type Execution, type Triggered } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decisions 12 and 16.
let service: ServiceUnderTest
let clients: Record<'person' | 'key', Client>
let automation: Automation
let executionIds: string[]
let webhookId: string

// Three entries for every list.
beforeAll(async () => {
  service = await startService()
  const key = await service.key(scopes)
  await service.key(scopes)
  await service.key(scopes)
  clients = { person: service.person, key }
  for (const _ of [1, 2]) await service.webhook(['job.failed'])
  webhookId = (await service.webhook(['job.failed']))._id
  for (const _ of [1, 2, 3]) await service.person.post(`/webhooks/${webhookId}/test`)
  for (const _ of [1, 2]) await service.automation(key)
  automation = await service.automation(key, service.world.endlessUrl)
  for (const name of ['b', 'c']) await key.patch(`/api/v1/automations/${automation.id}`, { name })
  executionIds = []
  for (const _ of [1, 2, 3]) executionIds.unshift(await triggerAndStop(key))
})
afterAll(() => service.close())

async function triggerAndStop(key: Client): Promise<string> {
  const url = `/api/v1/automations/${automation.id}`
  const { body } = await key.post<Triggered>(`${url}/trigger`)
  await key.post(`${url}/stop`)
  // What had begun to run ends within a second; the next one can be triggered only then.
  await waitFor(
    'the execution to end',
    async () => (await key.get(`${url}/status`)).body['isRunning'] === false,
  )
  return body.executionId
}

const find = (path: string) => path.replace(':webhook', webhookId).replace(':automation', automation.id)
const idOf = (item: Record<string, unknown>) => item['_id'] ?? item['id'] ?? item['version']

const lists: ['person' | 'key', string][] = [
  ['person', '/api-keys'],
  ['person', '/webhooks'],
  ['person', '/webhooks/:webhook/deliveries'],
  ['key', '/api/v1/automations'],
  ['key', '/api/v1/automations/:automation/versions'],
  ['key', '/api/v1/executions'],
  ['key', '/api/v1/audit-logs'],
]

describe.each(lists)('as %s, GET %s', (who, path) => {
  const get = (query: string) => clients[who].get<Record<string, unknown>[]>(`${find(path)}?${query}`)

  test('returns an array', async () => {
    expect((await get('')).body).toBeInstanceOf(Array)
    expect((await get('')).body.length).toBeGreaterThanOrEqual(3)
  })
  test('accepts limit and offset', async () => {
    const all = (await get('limit=100')).body.map(idOf)
    expect((await get('limit=2')).body.map(idOf)).toEqual(all.slice(0, 2))
    expect((await get('limit=2&offset=1')).body.map(idOf)).toEqual(all.slice(1, 3))
  })
  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=-1', 'limit=1.5', 'offset=-1', 'offset=x'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await get(query)
      expect(status).toBe(400)
      expect(body).toMatchObject([{ property: query.split('=')[0] }])
    },
  )
  test('links to each next page until every entry has been listed once', async () => {
    const all = (await get('limit=100')).body.map(idOf)
    const seen: unknown[] = []
    let next: string | undefined = `${find(path)}?limit=2`
    while (next && seen.length < 7) {
      const { body, headers }: { body: Record<string, unknown>[]; headers: Headers } =
        await clients[who].get(next)
      seen.push(...body.map(idOf))
      next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(all.slice(0, seen.length))
    expect(seen.length).toBeGreaterThanOrEqual(Math.min(7, all.length))
  })
})

describe('X-Total-Count', () => {
  test.each(lists.filter(([, path]) => path !== '/api/v1/audit-logs'))(
    'as %s, GET %s: how many there are in all',
    async (who, path) => {
      const { body, headers } = await clients[who].get<object[]>(`${find(path)}?limit=100`)
      const total = Number(headers.get('x-total-count'))
      expect(Math.min(total, 100)).toBe(body.length)
    },
  )
})

const listExecutions = (query: string) => clients.key.get<Execution[]>(`/api/v1/executions?${query}`)

describe('GET /api/v1/executions', () => {
  test('with automationId returns that automation’s runs, the newest first, and their number', async () => {
    const { body, headers } = await listExecutions(`automationId=${automation.id}`)
    expect(body.map(({ id }) => id)).toEqual(executionIds)
    expect(headers.get('x-total-count')).toBe('3')
  })
  test('with status returns the runs of that status, without their number', async () => {
    const failed = await listExecutions(`automationId=${automation.id}&status=failed`)
    expect(failed.body.map(({ id }) => id)).toEqual(executionIds)
    expect(failed.headers.get('x-total-count')).toBeNull()
    expect((await listExecutions(`automationId=${automation.id}&status=running`)).body).toEqual([])
  })
  test('with cursor returns the runs after it', async () => {
    const first = await listExecutions(`automationId=${automation.id}&limit=2`)
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link')!)![1]!
    expect(next).toContain('cursor=')
    const second = await clients.key.get<Execution[]>(next)
    expect(second.body.map(({ id }) => id)).toEqual(executionIds.slice(2))
    expect(second.headers.get('link')).toBeNull()
    expect(second.headers.get('x-total-count')).toBeNull()
  })
})
