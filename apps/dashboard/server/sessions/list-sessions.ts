import { and, desc, eq, gt } from 'drizzle-orm'
import { sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { ListedSession, Session } from './session.ts'

/** Lists the sessions of an account, newest first. */
export async function listSessions({ db, clock }: Services, current: Session): Promise<ListedSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, current.account.id), gt(sessions.expiresAt, new Date(clock.now()))))
    .orderBy(desc(sessions.id))
  return rows.map(({ id, createdAt, lastSeenAt, expiresAt, ip, userAgent }) => ({
    id,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ip,
    userAgent,
    isCurrent: id === current.id,
  }))
}
