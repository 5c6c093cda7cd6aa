import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { ClientBase } from 'pg'
import type { Db } from './database.ts'

/**
 * Inserts many rows as `db.insert(table).values(rows)` does. Drizzle makes an object of each value and inspects it
 * several times, which takes longer than everything else that is done with the row.
 *
 * @param rows without SQL, at most 65,535 values in all; omitted columns get their defaults
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
