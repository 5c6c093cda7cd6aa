import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { inStore } from './in-store.ts'

/** A table of pieces: those that stay, or those that wait for the object store. */
export type PieceTable = 'blob_pieces' | 'spooled_pieces'

const tables: Record<PieceTable, SQL> = {
  blob_pieces: sql`alias.blob_pieces`,
  spooled_pieces: sql`alias.spooled_pieces`,
}

/** Writes one piece after the other, each in a transaction of its own: nothing is held while a slow client sends. */
export async function writePieces(
  db: Db,
  table: PieceTable,
  id: string,
  pieces: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  let number = 0
  for await (const content of pieces) {
    hash.update(content)
    size += content.length
    // Whoever names them waits for the disk, and with his commit for theirs.
    const insert = sql`
      insert into ${tables[table]} (blob_id, number, content)
      select ${id}, ${number}, ${content} from set_config('synchronous_commit', 'off', true)
    `
    await inStore(() => db.execute(insert))
    number += 1
  }
  return { size, sha256: hash.digest('hex') }
}

export async function* readPieces(db: Db, table: PieceTable, id: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const query = sql`select content from ${tables[table]} where blob_id = ${id} and number = ${number}`
    const { rows } = await inStore(() => db.execute<{ content: Buffer }>(query))
    if (!rows[0]) return
    yield rows[0].content
  }
}

export async function deletePieces(db: Db, table: PieceTable, id: string): Promise<void> {
  await db.execute(sql`delete from ${tables[table]} where blob_id = ${id}`)
}
