import { sql } from 'drizzle-orm'
import type { RetentionKind } from './retention-kind.ts'

/**
 * A service's audit log, partitioned by month: each month is deleted as a whole when its last row has expired. A row
 * is kept for at least `keptMs`, and at most a month longer. Coming months are created in advance.
 */
export function auditLogMonths(schema: string, keptMs: number | undefined): RetentionKind {
  const within = sql.identifier(schema)
  return {
    name: 'audit_logs',
    keptMs,
    async prepare(db) {
      await db.execute(sql`select ${within}.make_audit_log_months()`)
    },
    async purge(tx, { before }) {
      const { rows } = await tx.execute<{ rows: number | null }>(
        sql`select ${within}.drop_audit_log_month(${before})::float8 as rows`,
      )
      const removed = rows[0]!.rows
      return { rows: removed ?? 0, last: null, isMore: removed !== null }
    },
    async findOldest(db) {
      const { rows } = await db.execute<{ at: string }>(
        sql`select created_at as at from ${within}.audit_logs order by id limit 1`,
      )
      return rows[0] ? new Date(rows[0].at) : null
    },
  }
}
