import { eq, sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { executions } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let service: TestApp
let headers: Record<string, string>
/** Two automations, with two executions and one execution. */
let automations: string[]
/** Newest first. */
let ids: string[]

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  headers = await service.key(newId(), 'automation:read', 'automation:write', 'automation:execute')
  const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
  automations = []
  for (const name of ['one', 'two']) {
    const { id } = (await post('', { name, actions })).json<{ id: string }>()
    automations.push(id)
  }
  const [one, two] = automations as [string, string]
  const triggered = [await trigger(one)]
  await post(`/${one}/stop`)
  triggered.push(await trigger(two), await trigger(one))
  ids = triggered.toReversed()
})

const post = (path: string, payload?: object) =>
  service.app.inject({
    method: 'POST',
    url: `/api/v1/automations${path}`,
    headers,
    ...(payload && { payload }),
  })
const trigger = async (id: string) =>
  (await post(`/${id}/trigger`)).json<{ executionId: string }>().executionId
const list = async (query = '') => {
  const response = await service.app.inject({ url: `/api/v1/executions${query}`, headers })
  expect(response.statusCode).toBe(200)
  const items = response.json<{ id: string }[]>()
  const next = /<([^>]+)>; rel="next"/.exec(String(response.headers['link']))?.[1]
  return { items, ids: items.map(({ id }) => id), total: response.headers['x-total-count'], next }
}

test('executions are listed newest first with their total', async () => {
  const { items, ids: listed, total, next } = await list()
  expect(listed).toEqual(ids)
  expect([total, next]).toEqual(['3', undefined])
  const one = await service.app.inject({ url: `/api/v1/executions/${ids[0]}`, headers })
  expect(items[0]).toStrictEqual(one.json())
})

test('one automation has its own list and its own total', async () => {
  const { ids: listed, total } = await list(`?automationId=${automations[0]}`)
  expect(listed).toEqual([ids[0], ids[2]])
  expect(total).toBe('2')
  expect((await list(`?automationId=${newId()}`)).items).toEqual([])
})

test('a filter by status narrows the list and not the total', async () => {
  expect(await list('?status=failed')).toMatchObject({ ids: [ids[2]], total: undefined })
  expect((await list('?status=pending')).ids).toEqual([ids[0], ids[1]])
  expect((await list(`?status=pending&automationId=${automations[1]}`)).ids).toEqual([ids[1]])
})

test('following the links returns each execution once, without those triggered meanwhile', async () => {
  const first = await list('?limit=2')
  expect(first.ids).toEqual(ids.slice(0, 2))
  await post(`/${automations[1]}/stop`)
  await trigger(automations[1]!)
  const second = await service.app.inject({ url: first.next!, headers })
  expect(second.json<{ id: string }[]>().map(({ id }) => id)).toEqual([ids[2]])
  expect(second.headers['link']).toBeUndefined()
})

test('deleting an automation removes its executions from the list and from the total', async () => {
  await service.app.inject({ method: 'DELETE', url: `/api/v1/automations/${automations[0]}`, headers })
  expect(await list()).toMatchObject({ ids: [ids[1]], total: '1' })
})

test.each([
  ['?status=lost', 'status'],
  ['?automationId=x', 'automationId'],
  ['?cursor=x', 'cursor'],
  ['?limit=101', 'limit'],
  ['?limit=0', 'limit'],
])('%s is refused', async (query, property) => {
  const response = await service.app.inject({ url: `/api/v1/executions${query}`, headers })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject([{ property }])
})

test('executions that wait for a person are listed by themselves', async () => {
  const at = new Date().toISOString()
  const waiting = { stepName: 'Ask', message: 'Say it', since: at, until: at }
  await service.services.db
    .update(executions)
    .set({ status: 'running', waiting })
    .where(eq(executions.id, ids[1]!))
  expect((await list('?waiting=true')).ids).toEqual([ids[1]])
})

test('a search finds runs by a part of their automation’s name or of their error, whatever its case', async () => {
  expect(await list('?q=TW')).toMatchObject({ ids: [ids[1]], total: undefined, next: undefined })
  expect((await list('?q=by%20user')).ids).toEqual([ids[2]])
  expect((await list('?q=one&status=pending')).ids).toEqual([ids[0]])
  expect((await list('?q=100%25')).ids).toEqual([])
  const others = await service.key(newId(), 'automation:read')
  const response = await service.app.inject({ url: '/api/v1/executions?q=one', headers: others })
  expect(response.json()).toEqual([])
})

test('a page of a search looks at five thousand runs, and leads on to the others', async () => {
  await service.database.connectAsOwner().db.execute(sql`
    insert into automation.executions (id, owner_id, automation_id, status, created_at, starts_at, completed_at)
    select uuidv7(), owner_id, id, 'completed', now(), now(), now()
    from automation.automations, generate_series(1, 5001) where id = ${automations[1]}`)
  const first = await list('?q=by%20user')
  expect(first.ids).toEqual([])
  const second = await service.app.inject({ url: first.next!, headers })
  expect(second.json<{ id: string }[]>().map(({ id }) => id)).toEqual([ids[2]])
  expect(second.headers['link']).toBeUndefined()
})
