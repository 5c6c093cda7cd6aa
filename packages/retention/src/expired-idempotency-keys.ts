import { sql } from 'drizzle-orm'
import type { RetentionKind } from './retention-kind.ts'

/** Responses to `Idempotency-Key`, which expire after the promised day. */
export function expiredIdempotencyKeys(schema: string): RetentionKind {
  const table = sql`${sql.identifier(schema)}.idempotency_keys`
  return {
    name: 'idempotency_keys',
    keptMs: 24 * 3_600_000,
    async purge(tx, { before, limit }) {
      const { rowCount } = await tx.execute(sql`
        delete from ${table} where (owner_id, key) in (
          select owner_id, key from ${table} where created_at < ${before} order by created_at limit ${limit}
          for update skip locked)
      `)
      const rows = rowCount ?? 0
      return { rows, last: null, isMore: rows === limit }
    },
    async findOldest(db) {
      const { rows } = await db.execute<{ at: string }>(
        sql`select created_at as at from ${table} order by created_at limit 1`,
      )
      return rows[0] ? new Date(rows[0].at) : null
    },
  }
}
