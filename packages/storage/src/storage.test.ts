import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { newId, systemClock, type Db } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createObjectStore } from './create-object-store.ts'
import { createStorage } from './create-storage.ts'
import type { ObjectStore } from './object-store.ts'
import { parseStorageUrl } from './parse-storage-url.ts'
import { pieceBytes } from './pieces.ts'
import { StorageError, type Storage } from './storage.ts'
import { sweepBlobs } from './sweep-blobs.ts'
import { startTestObjectStore, type TestObjectStore } from './testing/test-object-store.ts'
import { inPiecesOf } from './testing/test-pieces.ts'

// The tables are those of any service; here the alias service's.
const schema = 'alias'
let database: TestDatabase
let db: Db
let owner: Db
let objects: TestObjectStore
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.connectAs('waypost_alias_mail').db
  owner = database.connectAsOwner().db
  objects = await startTestObjectStore()
})
afterAll(async () => {
  await database.drop()
  await objects.close()
})
afterEach(async () => {
  await owner.execute(
    sql`truncate alias.messages, alias.blobs, alias.blob_pieces, alias.spooled_pieces cascade`,
  )
})

const storageIn = (store?: ObjectStore, as = db) => createStorage(as, { schema, objects: store })
const sweepIn = async (minutes: number, store: ObjectStore | undefined) => {
  const clock = Object.assign(Object.create(systemClock) as typeof systemClock, {
    now: () => Date.now() + minutes * 60_000,
  })
  await sweepBlobs({ db, clock, schema, objects: store })
}
const count = async (table: string) => {
  const { rows } = await owner.execute<{ count: string }>(
    sql`select count(*) from ${sql.raw(`alias.${table}`)}`,
  )
  return Number(rows[0]!.count)
}
const left = async () => ({
  blobs: await count('blobs'),
  pieces: (await count('blob_pieces')) + (await count('spooled_pieces')),
  objects: (await objects.list()).length,
})
const nothing = { blobs: 0, pieces: 0, objects: 0 }
const content = randomBytes(3 * pieceBytes + 17)
const put = (storage: Storage) => storage.put(inPiecesOf(content, 50_003))
const name = async (restId: string): Promise<string> => {
  const id = newId()
  await db.execute(sql`
    insert into alias.messages (id, content, rest_id, size, created_at)
    values (${id}, '', ${restId}, ${content.length}, now())
  `)
  return id
}
const remove = (id: string) => db.execute(sql`delete from alias.messages where id = ${id}`)

const kinds = [
  ['Postgres', () => undefined],
  ['an object store', () => objects],
] as const

async function* broken() {
  yield content.subarray(0, pieceBytes)
  throw new Error('gone')
}

describe.each(kinds)('content stored in %s', (_kind, store) => {
  test('content is read byte for byte, as often as it is opened, by the API too', async () => {
    const storage = storageIn(store())
    const id = await put(storage)
    expect((await buffer(await storage.open(id))).equals(content)).toBe(true)
    const api = storageIn(store(), database.connectAs('waypost_alias_api').db)
    expect((await buffer(await api.open(id))).equals(content)).toBe(true)
    expect(await left()).toEqual(
      store() ? { blobs: 1, pieces: 0, objects: 1 } : { blobs: 1, pieces: 4, objects: 0 },
    )
    await sweepIn(61, store())
  })

  test.each([0, 1, 4, 5, 8, 9])('content of %i pieces is read byte for byte', async (pieces) => {
    const long = randomBytes(pieces * pieceBytes)
    const storage = storageIn(store())
    const id = await storage.put(inPiecesOf(long, 50_003))
    expect((await buffer(await storage.open(id))).equals(long)).toBe(true)
    await sweepIn(61, store())
  })

  test.each([
    ['in the first piece', { at: 7, bytes: 1000 }],
    ['over the end of a piece', { at: pieceBytes - 3, bytes: 5 }],
    ['of a whole piece', { at: pieceBytes, bytes: pieceBytes }],
    ['in the last piece', { at: 3 * pieceBytes + 1, bytes: 16 }],
    ['of all bytes', { at: 0, bytes: 3 * pieceBytes + 17 }],
  ])('a range %s is read byte for byte, and nothing beside it', async (_where, range) => {
    const storage = storageIn(store())
    const id = await put(storage)
    const read = await buffer(await storage.open(id, range))
    expect(read.equals(content.subarray(range.at, range.at + range.bytes))).toBe(true)
    await sweepIn(61, store())
  })

  test('content is deleted an hour after the last row that references it is gone, and not before', async () => {
    const id = await put(storageIn(store()))
    const [first, second] = [await name(id), await name(id)]
    await remove(first)
    await sweepIn(600, store())
    expect(await left()).toMatchObject({ blobs: 1 })
    await remove(second)
    await sweepIn(59, store())
    expect(await left()).toMatchObject({ blobs: 1 })
    await sweepIn(61, store())
    expect(await left()).toEqual(nothing)
  })

  test('content that no row references is deleted when it is discarded, by the API too', async () => {
    const api = storageIn(store(), database.connectAs('waypost_alias_api').db)
    for (const storage of [storageIn(store()), api]) {
      const id = await put(storage)
      await storage.discard(id)
      expect(await left()).toEqual(nothing)
      await storage.discard(id)
    }
  })

  test('content that a row references stays when it is discarded', async () => {
    const storage = storageIn(store())
    const id = await put(storage)
    const row = await name(id)
    await storage.discard(id)
    expect((await buffer(await storage.open(id))).equals(content)).toBe(true)
    await remove(row)
    await sweepIn(61, store())
  })

  test('content that no row ever references is deleted', async () => {
    await put(storageIn(store()))
    await sweepIn(61, store())
    expect(await left()).toEqual(nothing)
  })

  test('content whose sender disconnects leaves nothing behind', async () => {
    await expect(storageIn(store()).put(broken())).rejects.toThrow('gone')
    expect(await left()).toEqual(nothing)
  })

  test('content that is being deleted can no longer be referenced', async () => {
    const id = await put(storageIn(store()))
    await owner.execute(sql`update alias.blobs set is_doomed = true`)
    await expect(name(id)).rejects.toMatchObject({ cause: { message: expect.stringContaining(id) } })
    await sweepIn(61, store())
    expect(await left()).toEqual(nothing)
  })

  test('content whose deletion was interrupted is deleted by the next sweep', async () => {
    const id = await put(storageIn(store()))
    await owner.execute(sql`update alias.blobs set is_doomed = true`)
    await owner.execute(sql`delete from alias.blob_pieces`)
    await store()?.delete(id)
    await sweepIn(61, store())
    expect(await left()).toEqual(nothing)
  })
})

describe('an object store', () => {
  test('a newly configured object store leaves existing content in Postgres', async () => {
    const id = await put(storageIn())
    expect((await buffer(await storageIn(objects).open(id))).equals(content)).toBe(true)
    await sweepIn(61, objects)
    expect(await left()).toEqual(nothing)
  })

  test('a removed object store keeps its content, and content in Postgres can still be deleted', async () => {
    const id = await put(storageIn(objects))
    await put(storageIn())
    await expect(storageIn().open(id)).rejects.toThrow('STORAGE_URL')
    await sweepIn(61, undefined)
    expect(await left()).toEqual({ blobs: 1, pieces: 0, objects: 1 })
    await sweepIn(61, objects)
  })

  test('an object store that refuses the key is reported, and nothing is stored', async () => {
    const wrong = createObjectStore(parseStorageUrl(objects.url.replace('S3RVER:', 'somebody:')))
    const failed = put(storageIn(wrong))
    await expect(failed).rejects.toThrow(StorageError)
    await expect(failed).rejects.toMatchObject({
      cause: { message: 'the object store answers PUT with 403 InvalidAccessKeyId' },
    })
    await wrong.close()
    await sweepIn(61, objects)
  })

  test('requests are counted as done or failed, and what is gone already counts as deleted', async () => {
    const right = createObjectStore(parseStorageUrl(objects.url))
    await put(storageIn(right))
    await right.delete('nothing')
    expect(right.requests()).toEqual({ done: 2, failed: 0 })
    await expect(right.get('nothing')).rejects.toThrow(StorageError)
    expect(right.requests()).toEqual({ done: 2, failed: 1 })
    await right.close()
    await sweepIn(61, objects)
  })

  test('an object store that fails during a response causes an error, not a short result', async () => {
    const id = await put(storageIn(objects))
    const halfway: ObjectStore = {
      ...objects,
      get: async () =>
        (async function* () {
          yield content.subarray(0, 10)
          throw new StorageError('lost')
        })(),
    }
    await expect(buffer(await storageIn(halfway).open(id))).rejects.toThrow(StorageError)
    await sweepIn(61, objects)
  })
})
