import { getTableName, sql, type SQL, type SQLWrapper, type Table } from 'drizzle-orm'

/** The maximum size of a page's rows, except its first row: 1 MiB. */
const pageBytes = 1024 * 1024

/** The rows that fit in a page, to join with the table of the rows. */
export interface FittingRows {
  /** `fitting`, with one row for each row that fits. */
  rows: SQL
  key: SQL<string>
  /** How many rows there were to choose from, the same in each row: more than fit means that the list goes on. */
  found: SQL<number>
}

/**
 * Ends a page of a list before it becomes too large to answer at once. It does so in the database, before the rows
 * are read: a page of 100 rows of a megabyte each would be more than this process should hold. The first row always
 * fits.
 *
 * @param window selects the `key` and the `bytes` of the rows to choose from, in the order of falling keys
 */
export function fitPage(window: SQLWrapper): FittingRows {
  const before = sql`sum(bytes) over (order by key desc rows between unbounded preceding and 1 preceding)`
  return {
    rows: sql`(
      select key, found
      from (select key, ${before} as before, (count(*) over ())::integer as found from (${window}) sized) placed
      where coalesce(before, 0) < ${sql.raw(String(pageBytes))}
    ) fitting`,
    key: sql<string>`fitting.key`,
    found: sql<number>`fitting.found`,
  }
}

/** The size of a table's row in bytes, with all its columns as text. */
export function rowTextBytes(table: Table): SQL<number> {
  return sql<number>`octet_length(${sql.identifier(getTableName(table))}::text)`
}
