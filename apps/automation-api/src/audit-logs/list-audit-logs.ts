import { and, desc, eq, lt } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import type { z } from 'zod'
import { auditLogs } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAuditLog, type AuditLog, type auditLogQuery } from './audit-log.ts'

export async function listAuditLogs(
  { db }: Services,
  actor: Actor,
  {
    action,
    resourceId,
    cursor,
    limit,
    offset,
  }: z.output<typeof auditLogQuery> & Page & { cursor?: string | undefined },
): Promise<CursorPage<AuditLog>> {
  const rows = await db
    .select()
    .from(auditLogs)
    .where(
      and(
        eq(auditLogs.ownerId, actor.ownerId),
        action && eq(auditLogs.action, action),
        resourceId === undefined ? undefined : eq(auditLogs.resourceId, resourceId),
        cursor === undefined ? undefined : lt(auditLogs.id, cursor),
      ),
    )
    .orderBy(desc(auditLogs.id))
    .limit(limit + 1)
    .offset(offset)
  const { items, nextCursor } = cutPage(rows, limit)
  // An audit log only grows, and is never counted.
  return { items: items.map(toAuditLog), total: null, nextCursor }
}
