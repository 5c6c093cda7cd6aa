import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Action } from '../action.ts'
import type { Automation } from '../automation.ts'
import { persistHeal } from '../persist-heal.ts'
import { click, contentBase64, listed, openUploadsBed, storages, upload } from './test-uploads.ts'

/** The step within others. */
const within = <Send>(nested: Send) => ({
  name: 'Twice',
  type: 'repeat' as const,
  times: 2,
  steps: [
    {
      name: 'Empty?',
      type: 'if' as const,
      condition: { absent: ['#file'] },
      steps: [click],
      else: [nested],
    },
  ],
})

describe.each(storages)('in %s', (storage) => {
  const { bed, countNames, create, owner, read, send, sweepIn } = openUploadsBed(storage)

  test('uploads are returned with their contents by one automation and one version, and stored in no row', async () => {
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

  test('uploads are returned by lists with only their names and sizes', async () => {
    const { id } = await create(upload(), click)
    const expected = [{ ...upload(), file: listed }, click]
    expect((await send('GET', '')).json<Automation[]>()[0]!.actions).toStrictEqual(expected)
    expect((await send('GET', `/${id}/versions`)).json<Automation[]>()[0]!.actions).toStrictEqual(expected)
  })

  test('uploads within other steps are stored, listed and returned like others', async () => {
    const actions: Action[] = [within(upload()), upload(undefined, 'Send again')]
    const made = await create(...actions)
    expect(made.actions).toEqual(actions)
    expect((await read(made.id)).actions).toEqual(actions)
    expect(await countNames()).toEqual([1])
    const shown = [
      within({ ...upload(), file: listed }),
      { ...upload(undefined, 'Send again'), file: listed },
    ]
    expect((await send('GET', '')).json<Automation[]>()[0]!.actions).toStrictEqual(shown)
    await owner().execute(sql`
      insert into automation.executions (id, owner_id, automation_id, created_at, starts_at)
      values (${made.id}, 'ada', ${made.id}, now(), now())`)
    const { db } = bed.service.database.connectAs('waypost_automation_runner')
    const ids = { executionId: made.id, automationId: made.id }
    const heal = { actionName: 'Go', oldSelectors: ['#go'], newSelectors: ['#new'], frame: [] }
    await persistHeal({ ...bed.service.services, db }, ids, heal)
    const healed = await read(made.id)
    expect(healed).toMatchObject({
      version: 2,
      actions: [{ steps: [{ steps: [{ selectors: ['#new'] }] }] }, {}],
    })
    expect(await countNames()).toEqual([2])
    await send('DELETE', `/${made.id}`)
    await sweepIn(61)
    expect(await countNames()).toEqual([])
  })

  test('uploads are refused in the form that a list returns, with the reason', async () => {
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

  test('uploads make no new version when they are saved as they were read', async () => {
    const { id } = await create(upload(), click)
    const { name, actions, variables, screenshots } = await read(id)
    const saved = await send('PATCH', `/${id}`, { name, actions, variables, screenshots })
    expect(saved.json()).toMatchObject({ version: 1, actions })
    expect(await countNames()).toEqual([1])
  })

  test('uploads are not stored for a change that is refused', async () => {
    const { id } = await create(upload())
    const actions = [upload('AAAA')]
    expect((await send('PATCH', `/${id}`, { actions }, { 'if-match': '"9"' })).statusCode).toBe(412)
    const far = { name: 'Open', type: 'navigate', url: 'http://10.0.0.1/' }
    expect((await send('PATCH', `/${id}`, { actions: [...actions, far] })).statusCode).toBe(400)
    expect((await send('POST', '', { name: 'two', actions: [...actions, far] })).statusCode).toBe(400)
    expect(await countNames()).toEqual([1])
  })

  test('uploads are stored once per automation, whatever the number of steps and versions with the same contents', async () => {
    const { id } = await create(upload(), upload(contentBase64, 'Send again'))
    await send('PATCH', `/${id}`, { actions: [click, upload(contentBase64, 'Another')] })
    expect(await countNames()).toEqual([2])
    await send('PATCH', `/${id}`, { actions: [upload(), upload('AAAA', 'Another')] })
    expect(await countNames()).toEqual([1, 3])
    await create(upload())
    expect(await countNames()).toEqual([1, 1, 3])
  })

  test('uploads are exported and imported unchanged', async () => {
    const { id } = await create(upload(), click)
    const exported = (await send('GET', `/${id}/export`)).json<object>()
    const imported = await send('POST', '/import', exported)
    expect(imported.json()).toMatchObject({ actions: [upload(), click], unsupported: [] })
    expect((await read(imported.json<Automation>().id)).actions).toEqual([upload(), click])
  })

  test('uploads are deleted an hour after the last version that names them, and not before', async () => {
    const { id } = await create(upload())
    for (const name of ['two', 'three']) await send('PATCH', `/${id}`, { name })
    await sweepIn(600)
    expect(await countNames()).toEqual([3])
    for (const value of [1, 2, 3])
      await send('PATCH', `/${id}`, { actions: [{ ...click, timeoutMs: value }] })
    await sweepIn(59)
    expect(await countNames()).toEqual([0])
    await sweepIn(61)
    expect(await countNames()).toEqual([])
  })

  test('uploads are deleted with their automation', async () => {
    const { id } = await create(upload())
    await send('PATCH', `/${id}`, { name: 'two' })
    await send('DELETE', `/${id}`)
    expect(await countNames()).toEqual([0])
    await sweepIn(61)
    expect(await countNames()).toEqual([])
  })

  test('uploads are also kept by the version that a runner writes for a heal', async () => {
    const { id } = await create(upload(), click)
    const { db } = bed.service.database.connectAs('waypost_automation_runner')
    const heal = { actionName: 'Go', oldSelectors: ['#go'], newSelectors: ['#buy'], frame: [] }
    await owner().execute(sql`
      insert into automation.executions (id, owner_id, automation_id, created_at, starts_at)
      values (${id}, 'ada', ${id}, now(), now())`)
    await persistHeal({ ...bed.service.services, db }, { executionId: id, automationId: id }, heal)
    expect(await countNames()).toEqual([2])
    expect(await read(id)).toMatchObject({ version: 2, actions: [upload(), { selectors: ['#buy'] }] })
  })

  test('uploads are stored for concurrent requests, each under its own key', async () => {
    const requests = Array.from({ length: 25 }, (_, index) =>
      send('POST', '', { name: 'one', actions: [upload()] }, { 'idempotency-key': `request-${index}` }),
    )
    const codes = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([201]))
  })
})
