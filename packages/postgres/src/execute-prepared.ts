import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import type { Db } from './database.ts'
import { prepared } from './queues/open-queues.ts'

const dialect = new PgDialect()

/**
 * Executes a statement that each connection plans only once: for one that is repeated all the time, whose text is always
 * the same, and whose best plan does not depend on its parameters. Times are returned as dates.
 */
export async function executePrepared<Row extends QueryResultRow>(db: Db, statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  const { rows } = await prepared(db).db.executeSql(text, params)
  return rows as Row[]
}
