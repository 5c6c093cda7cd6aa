import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { systemClock } from '@waypost/postgres'
import { sweepBlobs } from '@waypost/storage'
import { startTestObjectStore, type TestObjectStore } from '@waypost/storage/testing'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { startTestApp, type TestApp } from '../../test-app.ts'
import type { Action } from '../action.ts'
import type { Automation } from '../automation.ts'

// Larger than one chunk.
const contents = randomBytes(150_000)
export const contentBase64 = contents.toString('base64')
export const upload = (content = contentBase64, name = 'Send'): Action => ({
  name,
  type: 'upload',
  selectors: ['#file'],
  file: { name: 'list.csv', contentType: 'text/csv', contentBase64: content },
})
/** The file of `upload()` as lists show it. */
export const listed = { name: 'list.csv', contentType: 'text/csv', size: contents.length }
export const click: Action = { name: 'Go', type: 'click', selectors: ['#go'] }

/** Where uploads are stored: each guarantee holds for both. */
export const storages = [['Postgres'], ['an object store']] as const

interface Bed {
  service: TestApp
  headers: { 'x-api-key': string }
}

/** For tests: a service whose uploads are stored in `storage`, and a key to read and write automations. */
export function openUploadsBed(storage: (typeof storages)[number][0]) {
  const bed = {} as Bed
  let objects: TestObjectStore | undefined
  beforeAll(async () => {
    if (storage === 'an object store') objects = await startTestObjectStore()
    bed.service = await startTestApp({ limits: { versionsKept: 3 }, ...(objects && { objects }) })
    bed.headers = await bed.service.key('ada', 'automation:read', 'automation:write')
  })
  afterAll(async () => {
    await bed.service.close()
    await objects?.close()
  })
  afterEach(async () => {
    await owner().execute(sql`delete from automation.automations`)
    await sweepIn(61)
  })

  const owner = () => bed.service.database.connectAsOwner().db
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, more = {}) =>
    bed.service.app.inject({
      method,
      url: `/api/v1/automations${path}`,
      headers: { ...bed.headers, ...more },
      ...(payload && { payload }),
    })
  const sweepIn = (minutes: number) => {
    const clock = Object.assign(Object.create(systemClock) as typeof systemClock, {
      now: () => Date.now() + minutes * 60_000,
    })
    return sweepBlobs({ db: bed.service.services.db, clock, schema: 'automation', objects })
  }
  return {
    bed,
    owner,
    send,
    sweepIn,
    create: async (...actions: Action[]) =>
      (await send('POST', '', { name: 'one', actions })).json<Automation>(),
    read: async (id: string) => (await send('GET', `/${id}`)).json<Automation>(),
    /** For each stored blob, the number of versions that name it. */
    countNames: async () => {
      const { rows } = await owner().execute<{ names: number }>(
        sql`select names from automation.blobs order by names`,
      )
      if (objects) expect(await objects.list()).toHaveLength(rows.length)
      return rows.map(({ names }) => names)
    },
  }
}
