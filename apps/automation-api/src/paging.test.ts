import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './test-app.ts'

const lists: [url: string, newItem: object][] = [
  ['/api-keys', { name: 'key', scopes: ['audit:read'] }],
  ['/webhooks', { name: 'hook', url: 'https://example.com', events: ['job.failed'] }],
  [
    '/api/v1/automations',
    { name: 'automation', actions: [{ name: 'Open', type: 'navigate', url: 'https://example.com' }] },
  ],
]
const idOf = (item: Record<string, string>) => item['_id'] ?? item['id']

let service: TestApp
let headers: Record<string, string>

beforeAll(async () => {
  service = await startTestApp()
  headers = {
    ...(await service.person('ada')),
    ...(await service.key('ada', 'automation:read', 'automation:write')),
  }
})
afterAll(() => service.close())

const get = (url: string) => service.app.inject({ url, headers })
const ids = async (url: string) => (await get(url)).json<Record<string, string>[]>().map(idOf)

describe.each(lists)('%s', (url, newItem) => {
  beforeAll(async () => {
    for (let made = 0; made < 23; made += 1)
      await service.app.inject({ method: 'POST', url, headers, payload: newItem })
  })

  test('is an array of 20, newest first, with the total in a header', async () => {
    const response = await get(url)
    const items = response.json<Record<string, string>[]>()
    expect(items).toHaveLength(20)
    expect(items.map(idOf)).toEqual(items.map(idOf).toSorted().toReversed())
    // The key of these requests is one of the keys.
    expect(response.headers['x-total-count']).toBe(url === '/api-keys' ? '24' : '23')
    expect(response.headers['link']).toBe(`<${url}?limit=20&offset=20>; rel="next"`)
  })

  test('returns every item exactly once when its links are followed', async () => {
    const seen: unknown[] = []
    let next: string | undefined = `${url}?limit=9`
    while (next) {
      const response = await get(next)
      seen.push(...response.json<Record<string, string>[]>().map(idOf))
      next = /^<(.+)>; rel="next"$/.exec(String(response.headers['link']))?.[1]
    }
    expect(seen).toEqual(await ids(`${url}?limit=100`))
    expect(seen.length).toBeGreaterThanOrEqual(23)
  })

  test('is empty after its end, and still has the total', async () => {
    const response = await get(`${url}?offset=1000`)
    expect(response.json()).toEqual([])
    expect(Number(response.headers['x-total-count'])).toBeGreaterThanOrEqual(23)
    expect(response.headers['link']).toBeUndefined()
  })

  test.each([
    ['limit=0', 'limit', { min: 'limit must not be less than 1' }, '0'],
    ['limit=101', 'limit', { max: 'limit must not be greater than 100' }, '101'],
    ['limit=ten', 'limit', { isInt: 'limit must be an integer number' }, 'ten'],
    ['limit=-1', 'limit', { isInt: 'limit must be an integer number' }, '-1'],
    ['offset=-1', 'offset', { isInt: 'offset must be an integer number' }, '-1'],
  ])('refuses %s', async (query, property, constraints, receivedValue) => {
    const response = await get(`${url}?${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([{ property, constraints, receivedValue }])
  })

  test('of an owner without any is an empty array', async () => {
    const person = await service.person('nobody')
    const key = await service.key('somebody', 'automation:read')
    const response = await service.app.inject({ url, headers: { ...person, ...key } })
    expect(response.json()).toEqual([])
    expect(response.headers['x-total-count']).toBe('0')
    expect(response.headers['link']).toBeUndefined()
  })
})

test('the link to the next page does not contain a key from the query', async () => {
  const { 'x-api-key': rawKey } = await service.key('ada', 'automation:read')
  const response = await service.app.inject({ url: `/api/v1/automations?apiKey=${rawKey}&limit=2` })
  expect(response.statusCode).toBe(200)
  expect(response.headers['link']).toBe('</api/v1/automations?limit=2&offset=2>; rel="next"')
})

describe.each([
  ['/api/v1/automations', 'automation', lists[2]![1]],
  ['/api/v1/pipelines', 'pipeline', {}],
] as const)('a search of %s', (url, noun, base) => {
  let searcher: Record<string, string>
  const find = async (q: string, others: string = '') => {
    const response = await service.app.inject({
      url: `${url}?q=${encodeURIComponent(q)}${others}`,
      headers: searcher,
    })
    return [response.json<{ name: string }[]>().map(({ name }) => name), response.headers['x-total-count']]
  }

  test('finds names by a part of them, whatever its case, with the total', async () => {
    searcher = await service.key(`searcher-of-${noun}s`, `${noun}:read`, `${noun}:write`, 'automation:write')
    const create = (path: string, payload: object) =>
      service.app.inject({ method: 'POST', url: path, headers: searcher, payload })
    const member = (await create('/api/v1/automations', { ...lists[2]![1], name: 'member' })).json<{
      id: string
    }>().id
    for (const name of ['Read the Prices', 'Prices_2', 'Log in'])
      await create(url, { ...base, name, ...(noun === 'pipeline' && { automationIds: [member] }) })
    expect(await find('prices')).toEqual([['Prices_2', 'Read the Prices'], '2'])
    expect(await find('prices', '&limit=1&offset=1')).toEqual([['Read the Prices'], '2'])
    expect(await find('prices', '&offset=2')).toEqual([[], '2'])
    expect(await find('s_2')).toEqual([['Prices_2'], '1'])
    expect(await find('%')).toEqual([[], '0'])
  })

  test('finds nothing of another account', async () => {
    searcher = await service.key(`stranger-to-${noun}s`, `${noun}:read`)
    expect(await find('prices')).toEqual([[], '0'])
  })
})
