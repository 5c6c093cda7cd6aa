import { and, isNull, lte } from 'drizzle-orm'
import {
  attempts,
  systemEmails,
  mailedTokens,
  passkeyChallenges,
  refreshTokens,
  sessions,
  totpFactors,
  knownBrowsers,
} from './db/tables.ts'
import type { Services } from './services.ts'
import { setUpTtlMs } from './two-factor/confirm-set-up.ts'

/** Deletes expired rows. Strangers decide how many attempts are recorded, so the tables would grow without limit. */
export async function deleteExpired({ db, clock }: Services): Promise<void> {
  const now = new Date(clock.now())
  await db.delete(attempts).where(lte(attempts.endsAt, now))
  await db.delete(refreshTokens).where(lte(refreshTokens.expiresAt, now))
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
  await db.delete(knownBrowsers).where(lte(knownBrowsers.expiresAt, now))
  await db.delete(mailedTokens).where(lte(mailedTokens.expiresAt, now))
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now))
  await db
    .delete(totpFactors)
    .where(
      and(isNull(totpFactors.confirmedAt), lte(totpFactors.createdAt, new Date(now.getTime() - setUpTtlMs))),
    )
  await db.delete(systemEmails).where(lte(systemEmails.expiresAt, now))
}
