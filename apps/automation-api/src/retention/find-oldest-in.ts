import { sql } from 'drizzle-orm'
import type { RetentionKind } from '@waypost/retention'

/** The creation time of the oldest row of one of the service's tables. */
export const findOldestIn =
  (table: string): RetentionKind['findOldest'] =>
  async (db) => {
    const { rows } = await db.execute<{ at: string }>(
      sql`select created_at as at from automation.${sql.identifier(table)} order by id limit 1`,
    )
    return rows[0] ? new Date(rows[0].at) : null
  }
