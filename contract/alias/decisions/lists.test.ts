import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 12.
let service: ServiceUnderTest
let clients: Record<'person' | 'key', Client>
let webhookId: string

// Three entries for every list.
beforeAll(async () => {
  service = await startService()
  const key = await service.key()
  clients = { person: service.person, key }
  webhookId = (await service.webhook(key, ['address.created'])).id
  for (const _ of [1, 2, 3]) {
    await service.alias(key)
    await service.webhook(key, ['email.received'])
    await service.key()
  }
})
afterAll(() => service.close())

type Item = Record<string, unknown>

const find = (path: string) => path.replace(':webhook', webhookId)
const itemsOf = (body: unknown): Item[] => {
  const { data } = body as { data: Item[] | Record<string, Item[]> }
  return Array.isArray(data) ? data : Object.values(data).find(Array.isArray)!
}

describe.each<['person' | 'key', string]>([
  ['person', '/api-keys'],
  ['key', '/api/v1/addresses'],
  ['key', '/api/v1/addresses?status=active'],
  ['key', '/api/v1/webhooks'],
  ['key', '/api/v1/webhooks/:webhook/deliveries'],
])('as %s, GET %s', (who, path) => {
  const get = (query: string) =>
    clients[who].get<unknown>(`${find(path)}${path.includes('?') ? '&' : '?'}${query}`)
  const idsOf = async (query: string) => itemsOf((await get(query)).body).map(({ id }) => id)

  test('accepts limit and offset', async () => {
    const all = await idsOf('limit=100')
    expect(all.length).toBeGreaterThanOrEqual(3)
    expect(await idsOf('limit=2')).toEqual(all.slice(0, 2))
    expect(await idsOf('limit=2&offset=1')).toEqual(all.slice(1, 3))
  })
  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=-1', 'limit=1.5', 'offset=-1', 'offset=x'])(
    'refuses %s',
    async (query) => {
      expect((await get(query)).status).toBe(400)
    },
  )
  test('links to each next page until every entry has been listed once', async () => {
    const all = await idsOf('limit=100')
    const seen: unknown[] = []
    let answer = await get('limit=2')
    for (;;) {
      seen.push(...itemsOf(answer.body).map(({ id }) => id))
      const next = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
      if (next === undefined) break
      answer = await clients[who].get<unknown>(next)
    }
    expect(seen).toEqual(all)
  })
})
