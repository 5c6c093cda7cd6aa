import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { cut } from './cut.ts'
import { inPieces } from './in-pieces.ts'
import { inStore } from './in-store.ts'
import type { ByteRange } from './storage.ts'

// All pieces have this length but the last, and those that are stored keep it: where a byte is follows from it.
// In Postgres's text format, a little less than two reads of a socket. The client that joins these reads allocates
// the next power of two each time; a slightly larger piece would take several times the memory.
export const pieceBytes = 60 * 1024
// Executing a statement costs as much as reading one piece. A reader that is slow keeps all of them in memory.
const piecesPerRead = 4

/** Writes the pieces one after the other, each in its own transaction: no lock is held while a slow client sends. */
export async function writePieces(
  db: Db,
  table: SQL,
  id: string,
  whole: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  let number = 0
  for await (const content of inPieces(whole, pieceBytes)) {
    hash.update(content)
    size += content.length
    // The row that references the blob commits later with a flush, which also makes the pieces durable.
    const insert = sql`
      insert into ${table} (blob_id, number, content)
      select ${id}, ${number}, ${content} from set_config('synchronous_commit', 'off', true)
    `
    await inStore(() => db.execute(insert))
    number += 1
  }
  return { size, sha256: hash.digest('hex') }
}

/** @param range absent: all of the content */
export function readPieces(db: Db, table: SQL, id: string, range?: ByteRange): AsyncGenerator<Buffer> {
  if (!range) return readPiecesFrom(db, table, id, 0)
  const first = Math.floor(range.at / pieceBytes)
  const pieces = readPiecesFrom(db, table, id, first)
  return cut(pieces, { at: range.at - first * pieceBytes, bytes: range.bytes })
}

/** Reads the next pieces while the caller handles the last of the current ones. */
async function* readPiecesFrom(db: Db, table: SQL, id: string, start: number): AsyncGenerator<Buffer> {
  const read = async (first: number): Promise<Buffer[]> => {
    const query = sql`
      select content from ${table}
      where blob_id = ${id} and number >= ${first} and number < ${first + piecesPerRead} order by number
    `
    const { rows } = await inStore(() => db.execute<{ content: Buffer }>(query))
    return rows.map(({ content }) => content)
  }
  let coming = read(start)
  for (let next = start + piecesPerRead; ; next += piecesPerRead) {
    const pieces = await coming
    const last = pieces.length < piecesPerRead ? undefined : pieces.pop()
    yield* pieces
    if (last === undefined) return
    coming = read(next)
    // The error of pieces that are never read does not matter.
    coming.catch(() => {})
    yield last
  }
}

export async function deletePieces(db: Db, table: SQL, id: string): Promise<void> {
  await db.execute(sql`delete from ${table} where blob_id = ${id}`)
}
