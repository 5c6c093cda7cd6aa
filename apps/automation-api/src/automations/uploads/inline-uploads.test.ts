import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Action } from '../action.ts'
import type { Automation } from '../automation.ts'
import { click, listed, openUploadsBed, storages, upload } from './test-uploads.ts'

describe.each(storages)('in %s', (storage) => {
  const { countNames, create, owner, read, send } = openUploadsBed(storage)

  /** Writes contents into the rows, as the service did before it had a storage. */
  const makeInline = async (id: string, actions: Action[]) => {
    const written = JSON.stringify(actions)
    await owner().execute(sql`update automation.automations set actions = ${written}::jsonb where id = ${id}`)
    await owner().execute(
      sql`update automation.automation_versions set actions = ${written}::jsonb where automation_id = ${id}`,
    )
  }

  test('uploads that are kept inline in their rows are returned like those in the storage', async () => {
    const { id } = await create(click)
    await makeInline(id, [upload(), click])
    expect((await read(id)).actions).toEqual([upload(), click])
    const entries = [{ ...upload(), file: listed }, click]
    expect((await send('GET', '')).json<Automation[]>()[0]!.actions).toStrictEqual(entries)
    expect((await send('GET', `/${id}/versions`)).json<Automation[]>()[0]!.actions).toStrictEqual(entries)
    expect(await countNames()).toEqual([])
  })

  test('uploads that are kept inline make no new version when saved unchanged, and move to the storage with the next version', async () => {
    const { id } = await create(click)
    await makeInline(id, [upload(), click])
    expect((await send('PATCH', `/${id}`, { actions: [upload(), click] })).json()).toMatchObject({
      version: 1,
    })
    expect(await countNames()).toEqual([])
    const actions = [upload(), { ...click, timeoutMs: 7 }]
    expect((await send('PATCH', `/${id}`, { actions })).json()).toMatchObject({ version: 2, actions })
    expect(await countNames()).toEqual([1])
    await send('POST', `/${id}/versions/1/restore`)
    expect(await read(id)).toMatchObject({ version: 3, actions: [upload(), click] })
    expect(await countNames()).toEqual([1, 1])
  })
})
