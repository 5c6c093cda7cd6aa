import { lte } from 'drizzle-orm'
import { attempts, systemEmails, mailedTokens, refreshTokens, sessions } from './db/tables.ts'
import type { Services } from './services.ts'

/** Forgets what has no effect any more: strangers decide how many attempts there are to remember. */
export async function deleteExpired({ db, clock }: Services): Promise<void> {
  const now = new Date(clock.now())
  await db.delete(attempts).where(lte(attempts.endsAt, now))
  await db.delete(refreshTokens).where(lte(refreshTokens.expiresAt, now))
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
  await db.delete(mailedTokens).where(lte(mailedTokens.expiresAt, now))
  await db.delete(systemEmails).where(lte(systemEmails.expiresAt, now))
}
