import { and, eq, gt, or, type SQL } from 'drizzle-orm'
import { accounts, sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { expiryOf, graceMs, rotateAfterMs, seenEveryMs } from './lifetimes.ts'
import { hashSessionToken, makeSessionToken } from './session-token.ts'
import type { Session } from './session.ts'
import { toSignedInAccount } from './to-signed-in-account.ts'

type Row = typeof sessions.$inferSelect

export interface FoundSession {
  session: Session
  /** The new value of the cookie; absent: unchanged. */
  nextToken?: string
}

/**
 * Finds the session of a cookie. A cookie is replaced every hour. The old cookie stays valid until the new one is first
 * used, since the response that set it may have been lost. An old cookie that is used after that is known to two
 * parties, and the session ends.
 */
export async function findSession(services: Services, token: string): Promise<FoundSession | undefined> {
  const { db, clock, events } = services
  const now = clock.now()
  const tokenHash = hashSessionToken(token)
  const [found] = await db
    .select({ row: sessions, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        or(eq(sessions.tokenHash, tokenHash), eq(sessions.previousTokenHash, tokenHash)),
        gt(sessions.expiresAt, new Date(now)),
      ),
    )
  if (!found) return undefined
  const { row, account } = found
  const session: Session = {
    id: row.id,
    createdAt: row.createdAt,
    authenticatedAt: row.authenticatedAt ?? row.createdAt,
    expiresAt: expiryOf(row.createdAt.getTime(), now),
    account: toSignedInAccount(account),
  }

  if (row.tokenHash.equals(tokenHash)) return { session, ...(await noteUse(services, row, now)) }
  if (row.tokenSeenAt === null) {
    const wasLost = now - row.rotatedAt.getTime() > graceMs
    return { session, ...(wasLost && (await replaceToken(services, row, now, row.previousTokenHash!))) }
  }
  if (now - row.tokenSeenAt.getTime() <= graceMs) return { session }
  await db.delete(sessions).where(eq(sessions.id, row.id))
  events.sessionTokenReused(account.id)
  return undefined
}

async function noteUse(services: Services, row: Row, now: number): Promise<{ nextToken?: string }> {
  if (now - row.rotatedAt.getTime() >= rotateAfterMs) return replaceToken(services, row, now, row.tokenHash)
  const isSeenFirst = row.previousTokenHash !== null && row.tokenSeenAt === null
  if (isSeenFirst || now - row.lastSeenAt.getTime() >= seenEveryMs)
    await services.db
      .update(sessions)
      .set({ ...seen(row, now), ...(isSeenFirst && { tokenSeenAt: new Date(now) }) })
      .where(isStill(row))
  return {}
}

/** One of several simultaneous requests creates the next token; the others continue with the current one. */
async function replaceToken(
  { db }: Services,
  row: Row,
  now: number,
  previousTokenHash: Buffer,
): Promise<{ nextToken?: string }> {
  const { token, tokenHash } = makeSessionToken()
  const replaced = await db
    .update(sessions)
    .set({ ...seen(row, now), tokenHash, previousTokenHash, rotatedAt: new Date(now), tokenSeenAt: null })
    .where(isStill(row))
    .returning({ id: sessions.id })
  return replaced.length > 0 ? { nextToken: token } : {}
}

function seen({ createdAt }: Row, now: number): Pick<Row, 'lastSeenAt' | 'expiresAt'> {
  return { lastSeenAt: new Date(now), expiresAt: expiryOf(createdAt.getTime(), now) }
}

function isStill({ id, tokenHash }: Row): SQL | undefined {
  return and(eq(sessions.id, id), eq(sessions.tokenHash, tokenHash))
}
