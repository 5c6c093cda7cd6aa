import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { writeCursor, type Db } from '@waypost/postgres'
import { auditLogCounts, auditLogs } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAuditLog, type AuditLog } from './audit-log.ts'

// A page that leaves out some entries is answered in a moment, however many those are: it looks at so many entries.
const examinedAtATime = 5000

interface AuditLogQuery extends Page {
  cursor?: string | undefined
  /** An action such as `address.create`, or the part before its dot for all of a subject. */
  action?: string | undefined
  keyId?: string | undefined
  /** False: without reads by a signed-in person. */
  hasPersonReads: boolean
}

/** Lists audit log entries, newest first. The total is that of the whole log. A page that leaves some out may be short and lead on. */
export async function listAuditLogs(
  { db }: Services,
  { ownerId }: Actor,
  query: AuditLogQuery,
): Promise<CursorPage<AuditLog> & { total: number }> {
  const { cursor, limit, offset } = query
  const isWhole = query.hasPersonReads && query.action === undefined && query.keyId === undefined
  const isListed = and(
    eq(auditLogs.ownerId, ownerId),
    cursor === undefined ? undefined : lt(auditLogs.id, cursor),
  )
  const [rows, [counted]] = await Promise.all([
    isWhole
      ? db
          .select()
          .from(auditLogs)
          .where(isListed)
          .orderBy(desc(auditLogs.id))
          .limit(limit + 1)
          .offset(offset)
      : listSome(db, isListed, query)
          .limit(limit + 1)
          .offset(offset),
    db.select().from(auditLogCounts).where(eq(auditLogCounts.ownerId, ownerId)),
  ])
  const { items, nextCursor } = cutPage(rows, limit)
  return {
    items: items.map(toAuditLog),
    total: counted?.total ?? 0,
    nextCursor: nextCursor ?? (isWhole ? null : await findLastExamined(db, isListed)),
  }
}

function listSome(
  db: Db,
  isListed: ReturnType<typeof and>,
  { action, keyId, hasPersonReads }: AuditLogQuery,
) {
  const examined = db
    .select()
    .from(auditLogs)
    .where(isListed)
    .orderBy(desc(auditLogs.id))
    .limit(examinedAtATime)
    .as('examined')
  return db
    .select()
    .from(examined)
    .where(
      and(
        hasPersonReads
          ? undefined
          : sql`not (${examined.keyId} is null and ${examined.method} in ('GET', 'HEAD'))`,
        action === undefined
          ? undefined
          : sql`${action} in (${examined.action}, split_part(${examined.action}, '.', 1))`,
        keyId === undefined ? undefined : eq(examined.keyId, keyId),
      ),
    )
    .orderBy(desc(examined.id))
}

/** The cursor after the entries that such a page has looked at; null where there are no others. */
async function findLastExamined(db: Db, isListed: ReturnType<typeof and>): Promise<string | null> {
  const [last] = await db
    .select({ id: auditLogs.id })
    .from(auditLogs)
    .where(isListed)
    .orderBy(desc(auditLogs.id))
    .limit(1)
    .offset(examinedAtATime - 1)
  return last ? writeCursor(last.id) : null
}
