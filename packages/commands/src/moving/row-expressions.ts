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
  table.key.length > 0 ? sql`row(${listColumns(table.key, 'own')})::text` : sql`${hashOf(table)}::text`

/** A number of 64 bits that another row has by chance only. */
export const hashOf = ({ columns, hashable }: OwnedTable): SQL =>
  sql`hash_record_extended(row(${sql.join(
    columns.map((column) => {
      const own = sql`own.${sql.identifier(column)}`
      return hashable.includes(column) ? own : sql`${own}::text`
    }),
    sql`, `,
  )}), 0)`
