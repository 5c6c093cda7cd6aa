import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { firstIdAt } from '@waypost/postgres'
import type { Batch, Purged } from './retention-kind.ts'

const belowEveryId = '00000000-0000-0000-0000-000000000000'

/** Rows of a table whose ids are in the order of time. */
export interface PastRows {
  /** With its schema. */
  table: SQL
  /** The column with the id, or a column with the id of what the row belongs to; `id` where it is not given. */
  id?: string
  /** Which of the old rows are past: it is asked of each, beside its id's time. */
  isPast: SQL
  /** What is written in the same statement, as further `with` queries; `gone` are the rows that went. */
  together?: SQL
  /** Columns of `gone` besides its id. */
  returning?: SQL
  /** The role may lock rows: what somebody is changing at this moment is left for the next time. */
  locks?: boolean
}

/** Deletes old rows in the order of their ids, which is that of their pages: the past goes page by page. */
export async function purgePast(
  tx: Db,
  { before, limit, after }: Batch,
  { table, id: idName = 'id', isPast, together, returning, locks = false }: PastRows,
): Promise<Purged> {
  const id = sql.identifier(idName)
  const { rows } = await tx.execute<{ count: number; last: string | null }>(sql`
    with past as materialized (
      select ${id} from ${table} where ${id} > ${after ?? belowEveryId} and ${id} < ${firstIdAt(before)} and ${isPast}
      order by ${id} limit ${limit} ${locks ? sql`for update skip locked` : sql``}
    ), gone as (
      delete from ${table} where ${id} in (select ${id} from past) and ${isPast}
      returning ${id} as gone_id ${returning ? sql`, ${returning}` : sql``}
    ) ${together ? sql`, ${together}` : sql``}
    select count(*)::integer as count, max(gone_id::text) as last from gone
  `)
  const { count, last } = rows[0]!
  return { rows: count, last, isMore: count >= limit }
}
