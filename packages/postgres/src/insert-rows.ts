import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { ClientBase } from 'pg'
import type { Db } from './database.ts'

/**
 * Inserts rows as `db.insert(table).values(rows)` does, for those of which there are many. Drizzle makes an object of
 * each value and asks it several times what it is, which takes longer than all that is done with the row otherwise.
 *
 * @param rows no SQL in them, and 65,535 values in all at the most; what a row leaves out gets its default
 */
export async function insertRows<Table extends PgTable>(
  db: Db,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<void> {
  if (rows.length === 0) return
  const { schema = 'public', name } = getTableConfig(table)
  const given: Record<string, unknown>[] = rows
  const columns = Object.entries(getTableColumns(table)).filter(([key]) =>
    given.some((row) => row[key] !== undefined),
  )
  const values: unknown[] = []
  const lines = given.map((row) => {
    const places = columns.map(([key, column]) => {
      const value = row[key]
      return value === undefined
        ? 'default'
        : `$${values.push(value === null ? null : column.mapToDriverValue(value))}`
    })
    return `(${places.join(', ')})`
  })
  const names = columns.map(([, column]) => `"${column.name}"`)
  const { $client: client } = db as Db & { $client: ClientBase }
  await client.query(
    `insert into "${schema}"."${name}" (${names.join(', ')}) values ${lines.join(', ')}`,
    values,
  )
}
