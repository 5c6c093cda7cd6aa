import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import { createAutomationClient, newAutomation } from './test-automations.ts'

let service: TestApp
let headers: Awaited<ReturnType<TestApp['key']>>

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  headers = await service.key(newId(), 'automation:read', 'automation:write')
})

const { create } = createAutomationClient(() => ({ service, headers }))
const ask = (ids: string, by = headers) =>
  service.app.inject({ url: `/api/v1/automations/names?ids=${ids}`, headers: by })

test('automations are named by their ids, and nothing else of them is told', async () => {
  const prices = await create({ ...newAutomation, name: 'Prices' })
  const news = await create({ ...newAutomation, name: 'News' })
  await create({ ...newAutomation, name: 'Not asked for' })
  const named = (await ask(`${prices.id},${news.id.toUpperCase()},${prices.id}`)).json<object[]>()
  expect(named).toHaveLength(2)
  expect(named).toEqual(
    expect.arrayContaining([
      { id: prices.id, name: 'Prices' },
      { id: news.id, name: 'News' },
    ]),
  )
})

test('an id that is unknown, or of another owner, is left out', async () => {
  const { id } = await create({ ...newAutomation, name: 'Prices' })
  const stranger = await service.key(newId(), 'automation:read')
  expect((await ask(id, stranger)).json()).toEqual([])
  expect((await ask(`${newId()},${id}`)).json()).toEqual([{ id, name: 'Prices' }])
})

test('takes up to a hundred ids, and refuses what is none', async () => {
  const ids = Array.from({ length: 100 }, newId)
  expect((await ask(ids.join(','))).json()).toEqual([])
  for (const wrong of [
    '',
    'x',
    `${ids[0]},`,
    `${ids[0]} ${ids[1]}`,
    '-'.repeat(36),
    [...ids, newId()].join(','),
  ])
    expect((await ask(wrong)).statusCode, wrong).toBe(400)
  expect((await service.app.inject({ url: '/api/v1/automations/names', headers })).statusCode).toBe(400)
})

test('needs a key that may read automations', async () => {
  const blind = await service.key(newId(), 'pipeline:read')
  expect((await ask(newId(), blind)).statusCode).toBe(403)
  expect((await service.app.inject({ url: `/api/v1/automations/names?ids=${newId()}` })).statusCode).toBe(401)
})
