import { getTableName, sql, type SQL, type SQLWrapper, type Table } from 'drizzle-orm'

/** How many bytes of rows a page of a list holds at most, one row excepted: 4 MiB. */
const pageBytes = 4 * 1024 * 1024

/** The rows of a page that fit in it, as something to join the table of the rows with. */
export interface FittingRows {
  /** `fitting`, with a row for each that fits. */
  rows: SQL
  key: SQL<string>
  /** How many rows there were to choose from, the same in each: more than fit means that the list goes on. */
  found: SQL<number>
}

/**
 * Cuts a page of a list where it would become too large to answer at once, in the database and before the rows are
 * read: a page of 100 that hold a megabyte each would be more than this process should hold. The first row always fits.
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

/** How many bytes the row of a table has, all its columns as text. */
export function rowTextBytes(table: Table): SQL<number> {
  return sql<number>`octet_length(${sql.identifier(getTableName(table))}::text)`
}
