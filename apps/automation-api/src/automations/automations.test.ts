import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import { base, click, createAutomationClient, newAutomation, open } from './test-automations.ts'

let service: TestApp
let headers: { 'x-api-key': string }
const clock = new TestClock('2026-01-02T03:04:05.678Z')

beforeAll(async () => {
  service = await startTestApp({ clock })
  headers = await service.key('ada', 'automation:read', 'automation:write')
})
afterAll(() => service.close())

const { post, get, patch, create } = createAutomationClient(() => ({ service, headers }))

describe('creating an automation', () => {
  test('returns 201 and the record, with its actions as they were written', async () => {
    const response = await post(newAutomation)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toStrictEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      ...newAutomation,
      variables: {},
      screenshots: 'key',
      version: 1,
      isDraft: false,
      validation: null,
      createdAt: '2026-01-02T03:04:05.678Z',
      updatedAt: '2026-01-02T03:04:05.678Z',
    })
  })

  test('needs no description', async () => {
    expect((await create({ name: 'bare', actions: [open] })).description).toBeNull()
  })

  test('accepts a page on an address that the operator allows', async () => {
    const response = await post({ name: 'local', actions: [{ ...open, url: 'http://127.0.0.1:8080/' }] })
    expect(response.statusCode).toBe(201)
  })
})

test('one automation and the list of automations show the record as it was created', async () => {
  const automation = await create()
  const response = await get(automation.id)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toStrictEqual(automation)
  const list = await service.app.inject({ url: `${base}?limit=1`, headers })
  expect(list.statusCode).toBe(200)
  expect(list.json()).toStrictEqual([automation])
})

test('an automation that was never triggered is not running', async () => {
  const { id } = await create()
  const response = await service.app.inject({ url: `${base}/${id}/status`, headers })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toStrictEqual({ isRunning: false })
})

describe('a change of an automation', () => {
  test.each([
    { name: 'renamed' },
    { description: null },
    { actions: [click] },
    { name: 'all', description: 'of it', actions: [open] },
  ])(
    '%j returns the automation with nothing else changed than its version and its time of change',
    async (change) => {
      const automation = await create()
      await clock.tick(1000)
      const response = await patch(automation.id, change)
      expect(response.statusCode).toBe(200)
      const changed = {
        ...automation,
        ...change,
        version: 2,
        updatedAt: new Date(clock.now()).toISOString(),
      }
      expect(response.json()).toStrictEqual(changed)
      expect((await get(automation.id)).json()).toStrictEqual(changed)
    },
  )

  test.each([{}, { name: newAutomation.name, description: newAutomation.description }])(
    'to the same value (%j) changes nothing, not even the version',
    async (change) => {
      const automation = await create()
      await clock.tick(1000)
      expect((await patch(automation.id, change)).json()).toStrictEqual(automation)
    },
  )
})
