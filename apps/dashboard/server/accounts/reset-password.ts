import { eq } from 'drizzle-orm'
import { clientOf } from '@waypost/http'
import { clearAttempts } from '../attempts/clear-attempts.ts'
import { linksPerClient, loginFailuresPerEmail } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { accounts } from '../db/tables.ts'
import { queueLetter } from '../letters/queue-letter.ts'
import { requireMailedToken, useMailedToken } from '../mailed-tokens/use-mailed-token.ts'
import type { Services } from '../services.ts'
import { endAllSessions } from '../sessions/end-all-sessions.ts'

/** A new password for who reads the mails of the address, which is thereby confirmed; everybody is signed out. */
export async function resetPassword(
  services: Services,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
  const { db, clock, passwords, events } = services
  await takeAttempt(services, linksPerClient, clientOf(address))
  // Before the hashing, which is work.
  await requireMailedToken(services, token, 'reset_password')
  const passwordHash = await passwords.hash(password)
  const account = await db.transaction(async (tx) => {
    const accountId = await useMailedToken({ ...services, db: tx }, token, 'reset_password')
    await endAllSessions(tx, accountId)
    const [changed] = await tx
      .update(accounts)
      .set({ passwordHash, emailConfirmedAt: new Date(clock.now()) })
      .where(eq(accounts.id, accountId))
      .returning({ id: accounts.id, email: accounts.email })
    await queueLetter(tx, services, 'password_changed', changed!.email)
    return changed!
  })
  services.letters.soon()
  // Who guessed at the old one keeps nobody out from the new one.
  await clearAttempts(services, loginFailuresPerEmail, account.email)
  events.passwordChanged(account.id)
}
