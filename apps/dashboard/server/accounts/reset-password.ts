import { eq } from 'drizzle-orm'
import { clientOf } from '@waypost/http'
import { clearAttempts } from '../attempts/clear-attempts.ts'
import { linksPerClient, loginFailuresPerEmail } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { accounts, passkeyChallenges, passkeys } from '../db/tables.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import { requireMailedToken, useMailedToken } from '../mailed-tokens/use-mailed-token.ts'
import type { Services } from '../services.ts'
import { endAllSessions } from '../sessions/end-all-sessions.ts'

/**
 * Sets a new password with an e-mailed token, which also confirms the address, and signs out every browser. If the
 * address was never confirmed, somebody else may have created the account and its contents, so its keys, webhooks and
 * forwarding rules go on hold until their owner confirms each, and its passkeys are removed. The owner can request the hold in other cases too.
 */
export async function resetPassword(
  services: Services,
  { token, password, hold }: { token: string; password: string; hold: boolean },
  address: string,
): Promise<void> {
  const { db, clock, passwords, events } = services
  await takeAttempt(services, linksPerClient, clientOf(address))
  // Checked before the password is hashed, which is expensive.
  await requireMailedToken(services, token, 'reset_password')
  const passwordHash = await passwords.hash(password)
  const now = new Date(clock.now())
  const account = await db.transaction(async (tx) => {
    const accountId = await useMailedToken({ ...services, db: tx }, token, 'reset_password')
    const [before] = await tx
      .select({ confirmedAt: accounts.emailConfirmedAt })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update')
    const isHeld = hold || !before?.confirmedAt
    await endAllSessions(tx, services, accountId, { hold: isHeld })
    // Somebody else may have added them, and would sign in without the new password.
    if (isHeld) {
      await tx.delete(passkeys).where(eq(passkeys.accountId, accountId))
      await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.accountId, accountId))
    }
    const [changed] = await tx
      .update(accounts)
      .set({ passwordHash, emailConfirmedAt: now, mailboxProvenAt: now })
      .where(eq(accounts.id, accountId))
      .returning({ id: accounts.id, email: accounts.email })
    await enqueueSystemEmail(tx, services, isHeld ? 'account_recovered' : 'password_changed', changed!.email)
    return changed!
  })
  services.revocations.soon()
  // Failed guesses at the old password must not lock the owner out with the new one.
  await clearAttempts(services, loginFailuresPerEmail, account.email)
  events.passwordChanged(account.id)
}
