import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test-app.ts'
import type { Automation } from '../automation.ts'
import type { AutomationVersion } from './automation-version.ts'

let service: TestApp
let headers: Record<string, string>
let first: Automation
const clock = new TestClock('2026-01-02T03:04:05.678Z')
const open = { name: 'Open', type: 'navigate', url: 'https://example.com' }
const click = { name: 'Go', type: 'click', selectors: ['#go'] }

beforeAll(async () => {
  service = await startTestApp({ clock })
  headers = await service.key('ada', 'automation:read', 'automation:write')
})
afterAll(() => service.close())
beforeEach(async () => {
  const payload = { name: 'one', description: 'the first', actions: [open] }
  const response = await send('POST', '', payload)
  first = response.json()
})

const send = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, more = {}) =>
  service.app.inject({
    method,
    url: `/api/v1/automations${path}`,
    headers: { ...headers, ...more },
    ...(payload && { payload }),
  })
const change = async (payload: object, more?: object) => {
  await clock.tick(1000)
  return send('PATCH', `/${first.id}`, payload, more)
}
const versions = async (query = '') =>
  (await send('GET', `/${first.id}/versions${query}`)).json<AutomationVersion[]>()

describe('the versions of an automation', () => {
  test('begin with its creation', async () => {
    const { version, name, description, actions, createdAt } = first
    expect(await versions()).toStrictEqual([
      { version, name, description, actions, variables: {}, screenshots: 'key', createdAt, cause: 'created' },
    ])
  })

  test('are its state after each change, newest first', async () => {
    await change({ name: 'two' })
    await change({ description: null, actions: [open, click] })
    expect(await versions()).toMatchObject([
      { version: 3, name: 'two', description: null, actions: [open, click], cause: 'updated' },
      { version: 2, name: 'two', description: 'the first', actions: [open], cause: 'updated' },
      { version: 1, name: 'one', description: 'the first', actions: [open], cause: 'created' },
    ])
    const page = await send('GET', `/${first.id}/versions?limit=1&offset=1`)
    expect(page.json()).toMatchObject([{ version: 2 }])
    expect(page.headers['x-total-count']).toBe('3')
  })

  test('can each be restored, as a new version', async () => {
    await change({ name: 'two', actions: [click] })
    await clock.tick(1000)
    const response = await send('POST', `/${first.id}/versions/1/restore`)
    expect(response.statusCode).toBe(200)
    const updatedAt = new Date(clock.now()).toISOString()
    expect(response.json()).toStrictEqual({ ...first, version: 3, updatedAt })
    expect(response.headers['etag']).toBe('"3"')
    expect(await versions()).toMatchObject([
      { version: 3, name: 'one', cause: 'restored' },
      { version: 2, name: 'two' },
      { version: 1, name: 'one' },
    ])
  })

  test.each(['2', '0', '-1', 'one', '1.5', '99999999999'])(
    'cannot be restored at %s when there is only one',
    async (version) => {
      const response = await send('POST', `/${first.id}/versions/${version}/restore`)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toStrictEqual({
        statusCode: 404,
        message: 'Version not found or unauthorized',
        error: 'Not Found',
      })
      expect(await versions()).toHaveLength(1)
    },
  )
})

describe('the entity tag', () => {
  test('is in every response with the automation, and changes with its version', async () => {
    const created = await send('POST', '', { name: 'another', actions: [open] })
    expect(created.headers['etag']).toBe('"1"')
    expect((await send('GET', `/${first.id}`)).headers['etag']).toBe('"1"')
    expect((await change({ name: 'two' })).headers['etag']).toBe('"2"')
    expect((await send('GET', `/${first.id}`)).headers['etag']).toBe('"2"')
  })

  test.each(['"1"', 'W/"1"', '"7", "1"', '*'])('allows a change when it is current: %s', async (tag) => {
    const response = await change({ name: 'two' }, { 'if-match': tag })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ name: 'two', version: 2 })
  })

  test.each(['"2"', '"0"', '1', 'nonsense', ''])('refuses a change of another version: %s', async (tag) => {
    const response = await change({ name: 'two' }, { 'if-match': tag })
    expect(response.statusCode).toBe(412)
    expect(response.json()).toStrictEqual({
      statusCode: 412,
      message: 'Automation has changed',
      error: 'Precondition Failed',
    })
    expect((await send('GET', `/${first.id}`)).json()).toStrictEqual(first)
  })

  test('allows one of two concurrent changes of the same version', async () => {
    const both = await Promise.all(
      ['two', 'three'].map((name) => send('PATCH', `/${first.id}`, { name }, { 'if-match': '"1"' })),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
    expect(await versions()).toHaveLength(2)
  })

  test('makes an unchanged automation a 304', async () => {
    const same = await send('GET', `/${first.id}`, undefined, { 'if-none-match': '"1"' })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    const other = await send('GET', `/${first.id}`, undefined, { 'if-none-match': '"2"' })
    expect(other.json()).toStrictEqual(first)
  })
})
