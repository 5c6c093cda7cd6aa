import { sql, type SQL } from 'drizzle-orm'
import type { OwnedTable } from './list-owned-tables.ts'

export const tableOf = (schema: string, { name }: Pick<OwnedTable, 'name'>): SQL =>
  sql`${sql.identifier(schema)}.${sql.identifier(name)}`

export const listColumns = (columns: string[], of?: string): SQL =>
  sql.join(
    columns.map((column) => (of ? sql`${sql.raw(of)}.${sql.identifier(column)}` : sql.identifier(column))),
    sql`, `,
  )

/** What tells a row from the others, as text: where it has no key, all of it. */
export const keyOf = (table: OwnedTable): SQL =>
  table.key.length > 0 ? sql`row(${listColumns(table.key, 'own')})::text` : sql`md5(${textOf(table)})`

/** A number of 64 bits that another row has by chance only. */
export const hashOf = (table: OwnedTable): SQL => sql`hashtextextended(${textOf(table)}, 0)`

/** Long contents are hashed by themselves, which takes a fraction of what writing them as text does. */
const textOf = ({ columns, byteColumns }: OwnedTable): SQL =>
  sql`row(${sql.join(
    columns.map((column) => {
      const own = sql`own.${sql.identifier(column)}`
      return byteColumns.includes(column) ? sql`md5(${own})` : own
    }),
    sql`, `,
  )})::text`
