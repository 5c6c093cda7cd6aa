import { sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import type { ObjectStore } from './object-store.ts'
import { deletePieces, readPieces, writePieces } from './pieces.ts'
import { inStore } from './in-store.ts'
import { StorageError, type Storage } from './storage.ts'
import { tablesIn, type StorageTables } from './tables-in.ts'

export interface StorageOptions {
  /** The service's schema, whose migrations create the tables. */
  schema: string
  /** The object store for new blobs; absent: Postgres stores them. */
  objects?: ObjectStore | undefined
}

/**
 * Stores large content in Postgres, or in an object store if there is one. Blobs stored before there was one stay in
 * Postgres.
 *
 * Each blob has a row before its first byte is written, so that the sweep finds what a killed process has left
 * behind.
 */
export function createStorage(db: Db, { schema, objects }: StorageOptions): Storage {
  const tables = tablesIn(schema)
  return {
    async put(content) {
      const id = newId()
      const begin = sql`
        insert into ${tables.blobs} (id, is_object, unused_since) values (${id}, ${objects !== undefined}, now())
      `
      await inStore(() => db.execute(begin))
      try {
        if (objects) await putObject(db, tables, objects, id, content)
        else await writePieces(db, tables.pieces, id, content)
        return id
      } catch (error) {
        await deleteBlob(db, tables, id, objects).catch(() => {})
        throw error
      }
    },
    async open(id, range) {
      const query = sql`select is_object from ${tables.blobs} where id = ${id}`
      const { rows } = await inStore(() => db.execute<{ is_object: boolean }>(query))
      if (!rows[0]) throw new StorageError(`there is no blob ${id}`)
      if (!rows[0].is_object) return readPieces(db, tables.pieces, id, range)
      if (!objects) throw new StorageError(`the blob ${id} is in an object store, and STORAGE_URL names none`)
      return objects.get(id, range)
    },
    async discard(id) {
      // Once it is marked no row can reference it any more, as for the sweep.
      const mark = sql`
        update ${tables.blobs} set is_doomed = true where id = ${id} and unused_since is not null returning is_object
      `
      const { rows } = await inStore(() => db.execute<{ is_object: boolean }>(mark))
      if (rows[0]) await inStore(() => deleteBlob(db, tables, id, rows[0]!.is_object ? objects : undefined))
    },
  }
}

/**
 * Spools the content in a table first: the object store needs its size in advance, and an SMTP client does not send
 * it.
 */
async function putObject(
  db: Db,
  { spooled }: StorageTables,
  objects: ObjectStore,
  id: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  try {
    const written = await writePieces(db, spooled, id, content)
    await inStore(() => objects.put(id, { ...written, open: () => readPieces(db, spooled, id) }))
  } finally {
    await deletePieces(db, spooled, id)
  }
}

/**
 * Deletes a blob that no row references. Safe to repeat: the row goes last, so that after a crash the next sweep
 * finds it.
 */
export async function deleteBlob(
  db: Db,
  { blobs, pieces, spooled }: StorageTables,
  id: string,
  objects: ObjectStore | undefined,
): Promise<void> {
  await objects?.delete(id)
  await deletePieces(db, spooled, id)
  await deletePieces(db, pieces, id)
  await db.execute(sql`delete from ${blobs} where id = ${id} and names = 0`)
}
