import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { sessions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toSession, type Session } from './session.ts'

/** Sessions that can still be used, newest first. */
export async function listSessions(
  { db, clock }: Services,
  { ownerId }: Actor,
  { limit, offset, cursor }: Page & { cursor?: string | undefined },
): Promise<CursorPage<Session>> {
  const { id, automationId, executionId, site, createdAt, expiresAt } = sessions
  const usable = and(eq(sessions.ownerId, ownerId), gt(expiresAt, new Date(clock.now())))
  const rows = await db
    .select({ id, automationId, executionId, site, createdAt, expiresAt })
    .from(sessions)
    .where(and(usable, cursor === undefined ? undefined : lt(id, cursor)))
    .orderBy(desc(id))
    .limit(limit + 1)
    .offset(offset)
  const { items, nextCursor } = cutPage(rows, limit)
  return { items: items.map(toSession), total: null, nextCursor }
}
