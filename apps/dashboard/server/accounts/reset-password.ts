import { eq } from 'drizzle-orm'
import { clientOf } from '@waypost/http'
import { clearAttempts } from '../attempts/clear-attempts.ts'
import { linksPerClient, loginFailuresPerEmail } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { accounts } from '../db/tables.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import { requireMailedToken, useMailedToken } from '../mailed-tokens/use-mailed-token.ts'
import type { Services } from '../services.ts'
import { endAllSessions } from '../sessions/end-all-sessions.ts'

/**
 * A new password for who reads the mails of the address, which is thereby confirmed; everybody is signed out. Where the
 * address was never confirmed, somebody else may have made the account and what it has: keys, webhooks and forwarding
 * are off until their owner keeps each. So they are where the owner asks for it.
 */
export async function resetPassword(
  services: Services,
  { token, password, hold }: { token: string; password: string; hold: boolean },
  address: string,
): Promise<void> {
  const { db, clock, passwords, events } = services
  await takeAttempt(services, linksPerClient, clientOf(address))
  // Before the hashing, which is work.
  await requireMailedToken(services, token, 'reset_password')
  const passwordHash = await passwords.hash(password)
  const account = await db.transaction(async (tx) => {
    const accountId = await useMailedToken({ ...services, db: tx }, token, 'reset_password')
    const [before] = await tx
      .select({ confirmedAt: accounts.emailConfirmedAt })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update')
    const isHeld = hold || !before?.confirmedAt
    await endAllSessions(tx, services, accountId, { hold: isHeld })
    const [changed] = await tx
      .update(accounts)
      .set({ passwordHash, emailConfirmedAt: new Date(clock.now()) })
      .where(eq(accounts.id, accountId))
      .returning({ id: accounts.id, email: accounts.email })
    await enqueueSystemEmail(tx, services, isHeld ? 'account_recovered' : 'password_changed', changed!.email)
    return changed!
  })
  services.revocations.soon()
  // Who guessed at the old one keeps nobody out from the new one.
  await clearAttempts(services, loginFailuresPerEmail, account.email)
  events.passwordChanged(account.id)
}
