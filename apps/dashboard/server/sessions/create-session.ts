import { newId } from '@waypost/postgres'
import { sessions, type accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { expiryOf } from './lifetimes.ts'
import { recognizeBrowser } from './recognize-browser.ts'
import { makeSessionToken } from './session-token.ts'
import type { Client, Session } from './session.ts'
import { toSignedInAccount } from './to-signed-in-account.ts'

const userAgentLength = 300

export interface CreatedSession {
  session: Session
  /** The value of the cookie. */
  token: string
  /** The value of the cookie by which the browser is recognised at its next sign-in. */
  browserToken: string
  knownUntil: Date
}

/** Signs a browser in. The token is always new, whichever cookie the browser sent. */
export async function createSession(
  services: Services,
  account: typeof accounts.$inferSelect,
  client: Client,
  options: { isFirst?: boolean } = {},
): Promise<CreatedSession> {
  const { db, clock } = services
  const { ip, userAgent } = client
  const now = clock.now()
  const { token, tokenHash } = makeSessionToken()
  const createdAt = new Date(now)
  const session = { id: newId(), createdAt, authenticatedAt: createdAt, expiresAt: expiryOf(now, now) }
  await db.insert(sessions).values({
    ...session,
    accountId: account.id,
    tokenHash,
    rotatedAt: session.createdAt,
    lastSeenAt: session.createdAt,
    ip,
    userAgent: userAgent.slice(0, userAgentLength),
  })
  const recognized = await recognizeBrowser(services, account, client, options)
  return { ...recognized, session: { ...session, account: toSignedInAccount(account) }, token }
}
