import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { firstIdAt } from '@waypost/postgres'
import type { Batch, Purged } from './retention-kind.ts'

const belowEveryId = '00000000-0000-0000-0000-000000000000'

/** Expired rows of a table whose ids are in the order of time. */
export interface ExpiredRows {
  /** With its schema. */
  table: SQL
  /** The column of the row's id, or of the id of what it belongs to; by default `id`. */
  id?: string
  /** The condition for an old row to be expired, checked in addition to its id's time. */
  isExpired: SQL
  /** Further `with` queries of the same statement; `gone` contains the deleted rows. */
  together?: SQL
  /** Columns of `gone` besides the id. */
  returning?: SQL
  /** Whether the role may lock rows: rows that somebody is changing are then left for the next time. */
  locks?: boolean
}

/** Deletes old rows in the order of their ids, which is that of their pages, so that whole pages become free. */
export async function purgeExpired(
  tx: Db,
  { before, limit, after }: Batch,
  { table, id: idName = 'id', isExpired, together, returning, locks = false }: ExpiredRows,
): Promise<Purged> {
  const id = sql.identifier(idName)
  const { rows } = await tx.execute<{ count: number; last: string | null }>(sql`
    with candidates as materialized (
      select ${id} from ${table} where ${id} > ${after ?? belowEveryId} and ${id} < ${firstIdAt(before)} and ${isExpired}
      order by ${id} limit ${limit} ${locks ? sql`for update skip locked` : sql``}
    ), gone as (
      delete from ${table} where ${id} in (select ${id} from candidates) and ${isExpired}
      returning ${id} as gone_id ${returning ? sql`, ${returning}` : sql``}
    ) ${together ? sql`, ${together}` : sql``}
    select count(*)::integer as count, max(gone_id::text) as last from gone
  `)
  const { count, last } = rows[0]!
  return { rows: count, last, isMore: count >= limit }
}
