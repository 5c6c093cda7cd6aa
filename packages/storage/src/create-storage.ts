import { sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import type { ObjectStore } from './object-store.ts'
import { deletePieces, readPieces, writePieces } from './pieces.ts'
import { inStore } from './in-store.ts'
import { StorageError, type Storage } from './storage.ts'
import { tablesIn, type StorageTables } from './tables-in.ts'

export interface StorageOptions {
  /** The service's, whose migrations make the tables. */
  schema: string
  /** Where what is put goes; absent: Postgres keeps it. */
  objects?: ObjectStore | undefined
}

/**
 * Keeps what is large in Postgres, or in an object store where there is one. What was kept before there was one stays
 * where it is.
 *
 * There is a row of each before its first byte is written, so that whatever is left behind by a process that is killed is
 * found by who sweeps.
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
    async open(id) {
      const query = sql`select is_object from ${tables.blobs} where id = ${id}`
      const { rows } = await inStore(() => db.execute<{ is_object: boolean }>(query))
      if (!rows[0]) throw new StorageError(`there is no blob ${id}`)
      if (!rows[0].is_object) return readPieces(db, tables.pieces, id)
      if (!objects) throw new StorageError(`the blob ${id} is in an object store, and STORAGE_URL names none`)
      return objects.get(id)
    },
  }
}

/** By way of a table: the store must be told how much it gets, and a client that sends mail does not tell. */
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

/** Takes away what no row names; may be repeated. The row goes last, so that whoever is killed leaves it to the next. */
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
