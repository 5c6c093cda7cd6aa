import { Readable } from 'node:stream'
import type { SQL } from 'drizzle-orm'
import type { ClientBase } from 'pg'
import type { Db } from '../database.ts'
import { PgQuery, sendQuery, type Callback } from '../pg-query.ts'
import { fixTextForms } from './fix-text-forms.ts'
import { writeInline } from './write-inline.ts'

/**
 * Executes `copy … to stdout` in a transaction, which can do nothing else until then. Rows are read ahead while those before
 * are worked on, but no more of them than are given at once. Where the reader ends early, the transaction's connection is lost.
 *
 * @param bytesAtOnce how many bytes to give at once; only the last rows are fewer
 * @returns rows as Postgres writes them in COPY's text form, whole ones
 */
export async function* copyOut(tx: Db, statement: SQL, bytesAtOnce: number): AsyncGenerator<Buffer> {
  await fixTextForms(tx)
  let parts: Buffer[] = []
  let bytes = 0
  for await (const part of read(tx, statement, bytesAtOnce) as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes < bytesAtOnce) continue
    yield Buffer.concat(parts)
    parts = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(parts)
}

function read(tx: Db, statement: SQL, highWaterMark: number): Readable {
  const client = (tx as Db & { $client: ClientBase & { connection: { stream: Readable } } }).$client
  const { stream } = client.connection
  let isComplete = false
  const rows = new Readable({
    highWaterMark,
    read: () => void stream.resume(),
    destroy(error, callback) {
      // The rest would have to be read before anything else.
      if (!isComplete) stream.destroy()
      callback(error)
    },
  })
  const add = (row: Buffer): void => {
    // The parser writes over what it has given once it is given more.
    if (!rows.push(Buffer.from(row))) stream.pause()
  }
  const text = writeInline(statement)
  const end = (error?: Error): void => {
    isComplete = true
    // An error may come while nobody reads any more.
    stream.resume()
    if (error) rows.destroy(error)
    else rows.push(null)
  }
  sendQuery(client.query.bind(client), (callback) => new CopyOut(text, add, callback)).then(() => end(), end)
  return rows
}

class CopyOut extends PgQuery {
  readonly #add: (row: Buffer) => void

  constructor(text: string, add: (row: Buffer) => void, callback: Callback) {
    super({ text, callback })
    this.#add = add
  }

  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#add(chunk)
  }
}
