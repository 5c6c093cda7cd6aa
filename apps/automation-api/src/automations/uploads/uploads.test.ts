import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { systemClock } from '@waypost/postgres'
import { StorageError, sweepBlobs } from '@waypost/storage'
import { startTestObjectStore, type TestObjectStore } from '@waypost/storage/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test-app.ts'
import type { Action } from '../action.ts'
import type { Automation } from '../automation.ts'
import { createAutomation } from '../create-automation.ts'
import { persistHeal } from '../persist-heal.ts'
import { updateAutomation } from '../update-automation.ts'

const ada = { ownerId: 'ada', keyId: null, ip: '127.0.0.1' }
// Larger than one chunk.
const contents = randomBytes(150_000)
const contentBase64 = contents.toString('base64')
const upload = (content = contentBase64, name = 'Send'): Action => ({
  name,
  type: 'upload',
  selectors: ['#file'],
  file: { name: 'list.csv', contentType: 'text/csv', contentBase64: content },
})
const click: Action = { name: 'Go', type: 'click', selectors: ['#go'] }
const listed = { name: 'list.csv', contentType: 'text/csv', size: contents.length }

let objects: TestObjectStore
beforeAll(async () => {
  objects = await startTestObjectStore()
})
afterAll(() => objects.close())

describe.each([
  ['Postgres', () => undefined],
  ['an object store', () => objects],
])('uploads in %s', (_kind, store) => {
  let service: TestApp
  let headers: { 'x-api-key': string }
  beforeAll(async () => {
    service = await startTestApp({ versionsKept: 3, ...(store() && { objects: store()! }) })
    headers = await service.key('ada', 'automation:read', 'automation:write')
  })
  afterAll(() => service.close())
  afterEach(async () => {
    await owner().execute(sql`delete from automation.automations`)
    await sweepIn(61)
  })

  const owner = () => service.database.connectAsOwner().db
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, more = {}) =>
    service.app.inject({
      method,
      url: `/api/v1/automations${path}`,
      headers: { ...headers, ...more },
      ...(payload && { payload }),
    })
  const create = async (...actions: Action[]) =>
    (await send('POST', '', { name: 'one', actions })).json<Automation>()
  const read = async (id: string) => (await send('GET', `/${id}`)).json<Automation>()
  const sweepIn = (minutes: number) => {
    const clock = Object.assign(Object.create(systemClock) as typeof systemClock, {
      now: () => Date.now() + minutes * 60_000,
    })
    return sweepBlobs({ db: service.services.db, clock, schema: 'automation', objects: store() })
  }
  /** For each stored blob, the number of versions that name it. */
  const left = async () => {
    const { rows } = await owner().execute<{ names: number }>(
      sql`select names from automation.blobs order by names`,
    )
    if (store()) expect(await objects.list()).toHaveLength(rows.length)
    return rows.map(({ names }) => names)
  }
  /** Writes rows as processes did before there was a storage. */
  const makeInline = async (id: string, actions: Action[]) => {
    const written = JSON.stringify(actions)
    await owner().execute(sql`update automation.automations set actions = ${written}::jsonb where id = ${id}`)
    await owner().execute(
      sql`update automation.automation_versions set actions = ${written}::jsonb where automation_id = ${id}`,
    )
  }

  test('are returned with their contents by one automation and one version, and stored in no row', async () => {
    const actions = [upload(), upload('', 'Send nothing'), click]
    const made = await create(...actions)
    expect(made.actions).toEqual(actions)
    expect((await read(made.id)).actions).toEqual(actions)
    const renamed = await send('PATCH', `/${made.id}`, { name: 'two' })
    expect(renamed.json()).toMatchObject({ version: 2, actions })
    expect((await send('GET', `/${made.id}/versions/1`)).json()).toMatchObject({
      version: 1,
      name: 'one',
      actions,
    })
    await send('PATCH', `/${made.id}`, { actions: [click] })
    const restored = await send('POST', `/${made.id}/versions/2/restore`)
    expect(restored.json()).toMatchObject({ version: 4, actions })
    const { rows } = await owner().execute<{ text: string }>(sql`
      select actions::text as text from automation.automations
      union all select actions::text from automation.automation_versions`)
    for (const { text } of rows) expect(text).not.toContain('contentBase64')
  })

  test('are returned by lists with only their names and sizes', async () => {
    const { id } = await create(upload(), click)
    const expected = [{ ...upload(), file: listed }, click]
    expect((await send('GET', '')).json<Automation[]>()[0]!.actions).toStrictEqual(expected)
    expect((await send('GET', `/${id}/versions`)).json<Automation[]>()[0]!.actions).toStrictEqual(expected)
  })

  test('are refused in the form that a list returns, with the reason', async () => {
    const { id } = await create(upload())
    const [{ actions }] = (await send('GET', '')).json<[Automation]>()
    const response = await send('PATCH', `/${id}`, { actions })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toContainEqual(
      expect.objectContaining({
        property: 'actions.0.file',
        constraints: {
          hasContents:
            'actions.0.file has no contents, as in a list: read the automation itself to change it',
        },
      }),
    )
    expect(await read(id)).toMatchObject({ version: 1, actions: [upload()] })
  })

  test('make no new version when they are saved as they were read', async () => {
    const { id } = await create(upload(), click)
    const { name, actions, variables, screenshots } = await read(id)
    const saved = await send('PATCH', `/${id}`, { name, actions, variables, screenshots })
    expect(saved.json()).toMatchObject({ version: 1, actions })
    expect(await left()).toEqual([1])
  })

  test('are not stored for a change that is refused', async () => {
    const { id } = await create(upload())
    const actions = [upload('AAAA')]
    expect((await send('PATCH', `/${id}`, { actions }, { 'if-match': '"9"' })).statusCode).toBe(412)
    const far = { name: 'Open', type: 'navigate', url: 'http://10.0.0.1/' }
    expect((await send('PATCH', `/${id}`, { actions: [...actions, far] })).statusCode).toBe(400)
    expect((await send('POST', '', { name: 'two', actions: [...actions, far] })).statusCode).toBe(400)
    expect(await left()).toEqual([1])
  })

  test('are stored once per automation, whatever the number of steps and versions with the same contents', async () => {
    const { id } = await create(upload(), upload(contentBase64, 'Send again'))
    await send('PATCH', `/${id}`, { actions: [click, upload(contentBase64, 'Another')] })
    expect(await left()).toEqual([2])
    await send('PATCH', `/${id}`, { actions: [upload(), upload('AAAA', 'Another')] })
    expect(await left()).toEqual([1, 3])
    await create(upload())
    expect(await left()).toEqual([1, 1, 3])
  })

  test('are exported and imported unchanged', async () => {
    const { id } = await create(upload(), click)
    const exported = (await send('GET', `/${id}/export`)).json<object>()
    const imported = await send('POST', '/import', exported)
    expect(imported.json()).toMatchObject({ actions: [upload(), click], unsupported: [] })
    expect((await read(imported.json<Automation>().id)).actions).toEqual([upload(), click])
  })

  test('are deleted an hour after the last version that names them, and not before', async () => {
    const { id } = await create(upload())
    for (const name of ['two', 'three']) await send('PATCH', `/${id}`, { name })
    await sweepIn(600)
    expect(await left()).toEqual([3])
    for (const value of [1, 2, 3])
      await send('PATCH', `/${id}`, { actions: [{ ...click, timeoutMs: value }] })
    await sweepIn(59)
    expect(await left()).toEqual([0])
    await sweepIn(61)
    expect(await left()).toEqual([])
  })

  test('are deleted with their automation', async () => {
    const { id } = await create(upload())
    await send('PATCH', `/${id}`, { name: 'two' })
    await send('DELETE', `/${id}`)
    expect(await left()).toEqual([0])
    await sweepIn(61)
    expect(await left()).toEqual([])
  })

  test('are also kept by the version that a runner writes for a heal', async () => {
    const { id } = await create(upload(), click)
    const { db } = service.database.connectAs('waypost_automation_runner')
    const heal = { actionName: 'Go', oldSelectors: ['#go'], newSelectors: ['#buy'], frame: [] }
    await owner().execute(sql`
      insert into automation.executions (id, owner_id, automation_id, created_at, starts_at)
      values (${id}, 'ada', ${id}, now(), now())`)
    await persistHeal({ ...service.services, db }, { executionId: id, automationId: id }, heal)
    expect(await left()).toEqual([2])
    expect(await read(id)).toMatchObject({ version: 2, actions: [upload(), { selectors: ['#buy'] }] })
  })

  test('are stored for concurrent requests, each under its own key', async () => {
    const requests = Array.from({ length: 25 }, (_, index) =>
      send('POST', '', { name: 'one', actions: [upload()] }, { 'idempotency-key': `request-${index}` }),
    )
    const codes = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([201]))
  })

  describe('in a row', () => {
    test('are returned like stored ones', async () => {
      const { id } = await create(click)
      await makeInline(id, [upload(), click])
      expect((await read(id)).actions).toEqual([upload(), click])
      const entries = [{ ...upload(), file: listed }, click]
      expect((await send('GET', '')).json<Automation[]>()[0]!.actions).toStrictEqual(entries)
      expect((await send('GET', `/${id}/versions`)).json<Automation[]>()[0]!.actions).toStrictEqual(entries)
      expect(await left()).toEqual([])
    })

    test('make no new version when they are saved unchanged, and move to the storage with the next version', async () => {
      const { id } = await create(click)
      await makeInline(id, [upload(), click])
      expect((await send('PATCH', `/${id}`, { actions: [upload(), click] })).json()).toMatchObject({
        version: 1,
      })
      expect(await left()).toEqual([])
      const actions = [upload(), { ...click, timeoutMs: 7 }]
      expect((await send('PATCH', `/${id}`, { actions })).json()).toMatchObject({ version: 2, actions })
      expect(await left()).toEqual([1])
      await send('POST', `/${id}/versions/1/restore`)
      expect(await read(id)).toMatchObject({ version: 3, actions: [upload(), click] })
      expect(await left()).toEqual([1, 1])
    })
  })
})

const refuse = () => Promise.reject(new StorageError('gone'))

describe('while the storage fails', () => {
  let service: TestApp
  beforeAll(async () => {
    service = await startTestApp()
  })
  afterAll(() => service.close())

  test('changes are refused without effect, and reads of contents are refused as unavailable', async () => {
    const broken = { ...service.services, storage: { put: refuse, open: refuse } }
    const unavailable = { code: 'unavailable', message: 'Uploads cannot be read or kept at the moment' }
    await expect(createAutomation(broken, ada, { name: 'one', actions: [upload()] })).rejects.toMatchObject(
      unavailable,
    )
    const { id } = await createAutomation(service.services, ada, { name: 'one', actions: [upload()] })
    const change = { actions: [upload('AAAA')] }
    await expect(updateAutomation(broken, ada, id, change)).rejects.toMatchObject(unavailable)
    const headers = await service.key('ada', 'automation:read')
    await service.database
      .connectAsOwner()
      .db.execute(sql`update automation.blob_pieces set content = '' where number = 1`)
    const response = await service.app.inject({ url: `/api/v1/automations/${id}`, headers })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ message: unavailable.message })
    const list = await service.app.inject({ url: '/api/v1/automations', headers })
    expect(list.json()).toMatchObject([{ id, version: 1, actions: [{ file: listed }] }])
  })
})
