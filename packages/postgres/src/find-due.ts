import { sql, type SQL } from 'drizzle-orm'
import type { Db } from './database.ts'

/** Work that is looked for from time to time. */
export interface Sought {
  /** A select of rows without which there is nothing to do. It may find more than there is work. */
  among: SQL
}

/**
 * Of works that are looked for, those that may have something to do. One statement asks for all of them: each of their own costs a
 * process and Postgres about as much, and there is hardly ever anything to do.
 */
export async function findDue<Work extends Sought>(db: Db, works: Work[]): Promise<Work[]> {
  if (works.length === 0) return []
  const each = works.map(({ among }) => sql`exists (${among})`)
  const { rows } = await db.execute<{ due: boolean[] }>(sql`select array[${sql.join(each, sql`, `)}] as due`)
  return works.filter((_, index) => rows[0]!.due[index])
}
