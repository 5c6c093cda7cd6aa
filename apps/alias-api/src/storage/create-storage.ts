import { sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import type { ObjectStore } from './object-store.ts'
import { deletePieces, readPieces, writePieces } from './pieces.ts'
import { inStore } from './in-store.ts'
import { StorageError, type Storage } from './storage.ts'

/**
 * Keeps what is large in Postgres, or in an object store where there is one. What was kept before there was one stays
 * where it is.
 *
 * There is a row of each before its first byte is written, so that whatever is left behind by a process that is killed is
 * found by who sweeps.
 */
export function createStorage(db: Db, objects?: ObjectStore): Storage {
  return {
    async put(content) {
      const id = newId()
      const begin = sql`
        insert into alias.blobs (id, is_object, unused_since) values (${id}, ${objects !== undefined}, now())
      `
      await inStore(() => db.execute(begin))
      try {
        if (objects) await putObject(db, objects, id, content)
        else await writePieces(db, 'blob_pieces', id, content)
        return id
      } catch (error) {
        await forget(db, id, objects).catch(() => {})
        throw error
      }
    },
    async open(id) {
      const query = sql`select is_object from alias.blobs where id = ${id}`
      const { rows } = await inStore(() => db.execute<{ is_object: boolean }>(query))
      if (!rows[0]) throw new StorageError(`there is no blob ${id}`)
      if (!rows[0].is_object) return readPieces(db, 'blob_pieces', id)
      if (!objects) throw new StorageError(`the blob ${id} is in an object store, and STORAGE_URL names none`)
      return objects.get(id)
    },
  }
}

/** By way of a table: the store must be told how much it gets, and a client that sends mail does not tell. */
async function putObject(
  db: Db,
  objects: ObjectStore,
  id: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  try {
    const spooled = await writePieces(db, 'spooled_pieces', id, content)
    await inStore(() => objects.put(id, { ...spooled, open: () => readPieces(db, 'spooled_pieces', id) }))
  } finally {
    await deletePieces(db, 'spooled_pieces', id)
  }
}

/** Takes away what no row names; may be repeated. The row goes last, so that whoever is killed leaves it to the next. */
export async function forget(db: Db, id: string, objects: ObjectStore | undefined): Promise<void> {
  await objects?.delete(id)
  await deletePieces(db, 'spooled_pieces', id)
  await deletePieces(db, 'blob_pieces', id)
  await db.execute(sql`delete from alias.blobs where id = ${id} and names = 0`)
}
