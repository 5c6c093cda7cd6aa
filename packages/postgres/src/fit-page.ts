import { sql, type SQL, type SQLWrapper, type Table } from 'drizzle-orm'

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
 * are read: a page of 100 rows of a megabyte each would be more than this process should hold. The rows are measured
 * one by one, so that those that do not fit cost nothing. The first row always fits.
 *
 * @param keys selects one column, the keys of the rows to choose from, in the order of falling keys
 * @param bytesOf the size of the row of a key, as a scalar subquery
 */
export function fitPage(keys: SQLWrapper, bytesOf: (key: SQL) => SQL<number>): FittingRows {
  return {
    rows: sql`(
      with recursive listed as materialized (select array(${keys}) as keys), placed (place, bytes) as (
        select 1, (${bytesOf(sql`listed.keys[1]`)})::bigint from listed where cardinality(listed.keys) > 0
        union all
        select place + 1, placed.bytes + coalesce((${bytesOf(sql`listed.keys[placed.place + 1]`)}), 0)::bigint
        from placed, listed
        where placed.bytes < ${sql.raw(String(pageBytes))} and placed.place < cardinality(listed.keys)
      )
      select listed.keys[placed.place] as key, cardinality(listed.keys) as found from placed, listed
    ) fitting`,
    key: sql<string>`fitting.key`,
    found: sql<number>`fitting.found`,
  }
}

/**
 * The size of a table's row in bytes, with all its columns as text, as a scalar subquery.
 *
 * @param isRow the condition for the row; it names the table `sized`
 */
export function rowTextBytes(table: Table, isRow: SQL): SQL<number> {
  return sql<number>`(select octet_length(sized::text) from ${table} sized where ${isRow})`
}
