import type { SQL } from 'drizzle-orm'
import type { ClientBase, Connection } from 'pg'
import type { Db } from '../database.ts'
import { PgQuery, sendQuery, type Callback } from '../pg-query.ts'
import { fixTextForms } from './fix-text-forms.ts'
import { writeInline } from './write-inline.ts'

/**
 * Executes `copy … from stdin` in a transaction.
 *
 * @param content rows as Postgres writes them in COPY's text form, whole ones
 */
export async function copyIn(tx: Db, statement: SQL, content: Buffer): Promise<void> {
  await fixTextForms(tx)
  const client = (tx as Db & { $client: ClientBase }).$client
  const text = writeInline(statement)
  await sendQuery(client.query.bind(client), (callback) => new CopyIn(text, content, callback))
}

interface Copying extends Connection {
  sendCopyFromChunk(content: Buffer): void
  endCopyFrom(): void
}

class CopyIn extends PgQuery {
  readonly #content: Buffer

  constructor(text: string, content: Buffer, callback: Callback) {
    super({ text, callback })
    this.#content = content
  }

  // Where Postgres refuses a row, it passes over the rest.
  override handleCopyInResponse(connection: Copying): void {
    connection.sendCopyFromChunk(this.#content)
    connection.endCopyFrom()
  }
}
