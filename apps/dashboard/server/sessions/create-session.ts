import { newId } from '@waypost/postgres'
import { sessions, type accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { expiryOf } from './lifetimes.ts'
import { makeSessionToken } from './session-token.ts'
import type { Client, Session } from './session.ts'
import { toSignedInAccount } from './to-signed-in-account.ts'

const userAgentLength = 300

export interface CreatedSession {
  session: Session
  /** The value of the cookie. */
  token: string
}

/** Signs a browser in. The token is always new, whichever cookie the browser sent. */
export async function createSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  account: typeof accounts.$inferSelect,
  { ip, userAgent }: Client,
): Promise<CreatedSession> {
  const now = clock.now()
  const { token, tokenHash } = makeSessionToken()
  const session = { id: newId(), createdAt: new Date(now), expiresAt: expiryOf(now, now) }
  await db.insert(sessions).values({
    ...session,
    accountId: account.id,
    tokenHash,
    rotatedAt: session.createdAt,
    lastSeenAt: session.createdAt,
    ip,
    userAgent: userAgent.slice(0, userAgentLength),
  })
  return { session: { ...session, account: toSignedInAccount(account) }, token }
}
