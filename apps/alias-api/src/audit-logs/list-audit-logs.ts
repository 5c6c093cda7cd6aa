import { and, desc, eq, lt } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { auditLogCounts, auditLogs } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAuditLog, type AuditLog } from './audit-log.ts'

/** Lists audit log entries, newest first. */
export async function listAuditLogs(
  { db }: Services,
  { ownerId }: Actor,
  { cursor, limit, offset }: Page & { cursor?: string | undefined },
): Promise<CursorPage<AuditLog> & { total: number }> {
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(auditLogs)
      .where(and(eq(auditLogs.ownerId, ownerId), cursor === undefined ? undefined : lt(auditLogs.id, cursor)))
      .orderBy(desc(auditLogs.id))
      .limit(limit + 1)
      .offset(offset),
    db.select().from(auditLogCounts).where(eq(auditLogCounts.ownerId, ownerId)),
  ])
  const { items, nextCursor } = cutPage(rows, limit)
  return { items: items.map(toAuditLog), total: counted?.total ?? 0, nextCursor }
}
