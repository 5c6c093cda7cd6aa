import { lte } from 'drizzle-orm'
import { attempts, systemEmails, mailedTokens, refreshTokens, sessions } from './db/tables.ts'
import type { Services } from './services.ts'

/** Deletes expired rows. Strangers decide how many attempts are recorded, so the tables would grow without limit. */
export async function deleteExpired({ db, clock }: Services): Promise<void> {
  const now = new Date(clock.now())
  await db.delete(attempts).where(lte(attempts.endsAt, now))
  await db.delete(refreshTokens).where(lte(refreshTokens.expiresAt, now))
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
  await db.delete(mailedTokens).where(lte(mailedTokens.expiresAt, now))
  await db.delete(systemEmails).where(lte(systemEmails.expiresAt, now))
}
