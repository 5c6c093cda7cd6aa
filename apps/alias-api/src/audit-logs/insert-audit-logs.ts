import { sql } from 'drizzle-orm'
import { executePrepared, type Db } from '@waypost/postgres'
import type { auditLogs } from '../db/tables.ts'

/**
 * Writes entries and updates their owners' counters, in the same order everywhere, so that transactions cannot
 * deadlock.
 */
export async function insertAuditLogs(db: Db, rows: (typeof auditLogs.$inferInsert)[]): Promise<void> {
  await executePrepared(
    db,
    sql`
    with entry as (
      insert into alias.audit_logs (id, owner_id, action, method, path, status_code, key_id, ip, created_at)
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as entry (
        id uuid, "ownerId" text, action text, method text, path text, "statusCode" integer, "keyId" uuid, ip text,
        "createdAt" timestamptz)
      returning owner_id
    )
    insert into alias.audit_log_counts as counted (owner_id, total)
    select owner_id, count(*) from entry group by owner_id order by owner_id
    on conflict (owner_id) do update set total = counted.total + excluded.total
  `,
  )
}
