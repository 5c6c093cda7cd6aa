import { and, desc, eq, lt } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { writeCursor } from '@waypost/postgres'
import type { z } from 'zod'
import { auditLogs } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAuditLog, type AuditLog, type auditLogQuery } from './audit-log.ts'

// What a key has done is found without an index of its own: for a page, so many entries are looked at.
const examinedAtATime = 5000

/** Lists audit log entries, newest first. A page of one key's may be short and lead on. */
export async function listAuditLogs(
  { db }: Services,
  actor: Actor,
  {
    action,
    resourceId,
    keyId,
    cursor,
    limit,
    offset,
  }: z.output<typeof auditLogQuery> & Page & { cursor?: string | undefined },
): Promise<CursorPage<AuditLog>> {
  const isListed = and(
    eq(auditLogs.ownerId, actor.ownerId),
    action && eq(auditLogs.action, action),
    resourceId === undefined ? undefined : eq(auditLogs.resourceId, resourceId),
    cursor === undefined ? undefined : lt(auditLogs.id, cursor),
  )
  const listed = db.select().from(auditLogs).where(isListed).orderBy(desc(auditLogs.id))
  if (keyId === undefined) {
    const { items, nextCursor } = cutPage(await listed.limit(limit + 1).offset(offset), limit)
    // An audit log only grows, and is never counted.
    return { items: items.map(toAuditLog), total: null, nextCursor }
  }

  const examined = listed.limit(examinedAtATime).as('examined')
  const rows = await db
    .select()
    .from(examined)
    .where(eq(examined.keyId, keyId))
    .orderBy(desc(examined.id))
    .limit(limit + 1)
    .offset(offset)
  const { items, nextCursor } = cutPage(rows, limit)
  if (nextCursor !== null) return { items: items.map(toAuditLog), total: null, nextCursor }
  const [last] = await db
    .select({ id: auditLogs.id })
    .from(auditLogs)
    .where(isListed)
    .orderBy(desc(auditLogs.id))
    .limit(1)
    .offset(examinedAtATime - 1)
  return { items: items.map(toAuditLog), total: null, nextCursor: last ? writeCursor(last.id) : null }
}
