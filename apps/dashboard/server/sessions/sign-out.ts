import { eq, or } from 'drizzle-orm'
import { sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { hashSessionToken } from './session-token.ts'

/** Ends the session of a cookie. A session that does not exist any more is no error. */
export async function signOut({ db }: Services, token: string): Promise<void> {
  const tokenHash = hashSessionToken(token)
  await db
    .delete(sessions)
    .where(or(eq(sessions.tokenHash, tokenHash), eq(sessions.previousTokenHash, tokenHash)))
}
