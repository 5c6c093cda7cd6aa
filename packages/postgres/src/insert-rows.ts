import { getTableColumns, is, SQL, type Column } from 'drizzle-orm'
import { getTableConfig, PgDialect, type PgInsertValue, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'
import { inTransaction } from './queues/open-queues.ts'

/** Rows of a table, for {@link insertTogether}. */
export interface NewRows {
  table: PgTable
  rows: Record<string, unknown>[]
}

/** Rows that go into a table together with those of other tables. */
export const newRows = <Table extends PgTable>(table: Table, rows: PgInsertValue<Table>[]): NewRows => ({
  table,
  rows,
})

/**
 * Inserts many rows as `db.insert(table).values(rows)` does. Drizzle makes an object of each value and inspects it
 * several times, which takes longer than everything else that is done with the row.
 *
 * @param rows at most 65,535 values in all; omitted columns get their defaults
 */
export const insertRows = <Table extends PgTable>(
  db: Db,
  table: Table,
  rows: PgInsertValue<Table>[],
): Promise<void> => insertTogether(db, [newRows(table, rows)])

/**
 * Inserts rows of several tables in one statement, as {@link insertRows} does. Foreign keys are checked at its end, so the
 * order of the tables does not matter.
 */
export async function insertTogether(db: Db, tables: NewRows[]): Promise<void> {
  const filled = tables.filter(({ rows }) => rows.length > 0)
  if (filled.length === 0) return
  const values: unknown[] = []
  const inserts = filled.map((each) => toInsert(each, values))
  const last = inserts.pop()!
  const others = inserts.map((insert, index) => `inserted_${index} as (${insert})`)
  const text = others.length === 0 ? last : `with ${others.join(', ')} ${last}`
  // One row of each makes the same text again and again, and to plan it takes longer than to insert them.
  const isPrepared = filled.every(({ rows }) => rows.length === 1)
  await inTransaction(db, { isPrepared }).db.executeSql(text, values)
}

function toInsert({ table, rows }: NewRows, values: unknown[]): string {
  const { name, columns } = describe(table)
  const given = columns.filter(({ key }) => rows.some((row) => row[key] !== undefined))
  const lines = rows.map(
    (row) => `(${given.map(({ key, column }) => toPlace(row[key], column, values)).join(', ')})`,
  )
  return `insert into ${name} (${given.map(({ quoted }) => quoted).join(', ')}) values ${lines.join(', ')}`
}

interface Description {
  /** Quoted, with its schema. */
  name: string
  columns: { key: string; column: Column; quoted: string }[]
}

const descriptions = new WeakMap<PgTable, Description>()

function describe(table: PgTable): Description {
  const known = descriptions.get(table)
  if (known) return known
  const { schema = 'public', name } = getTableConfig(table)
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    column,
    quoted: `"${column.name}"`,
  }))
  const description = { name: `"${schema}"."${name}"`, columns }
  descriptions.set(table, description)
  return description
}

function toPlace(value: unknown, column: Column, values: unknown[]): string {
  if (value === undefined) return 'default'
  if (!is(value, SQL)) return `$${values.push(value === null ? null : column.mapToDriverValue(value))}`
  const before = values.length
  const dialect = Object.assign(new PgDialect(), { escapeParam: (index: number) => `$${before + index + 1}` })
  const { sql: text, params } = dialect.sqlToQuery(value)
  values.push(...params)
  return text
}
