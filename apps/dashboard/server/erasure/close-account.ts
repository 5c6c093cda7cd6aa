import { eq, like, or } from 'drizzle-orm'
import { checkOwnPassword } from '../accounts/check-own-password.ts'
import { accounts, attempts, closedAccounts, systemEmails } from '../db/tables.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import type { Services } from '../services.ts'
import { queueRevocations } from '../token-revocations/queue-revocations.ts'
import type { Session } from '../sessions/session.ts'

/** Deletes the account here at once. Its data at the services is erased in the background, with retries. */
export async function closeAccount(
  services: Services,
  session: Session,
  password: string,
  address: string,
): Promise<void> {
  const { db, clock, events } = services
  const { id, email } = await checkOwnPassword(services, session, password, address)
  const closedAt = new Date(clock.now())
  await db.transaction(async (tx) => {
    // This also deletes sessions, tokens and links, even those being created now: they reference the account's row.
    const [closed] = await tx
      .delete(accounts)
      .where(eq(accounts.id, id))
      .returning({ tokenEpoch: accounts.tokenEpoch })
    // Another request closed the account meanwhile.
    if (!closed) return
    const tokenEpoch = closed.tokenEpoch + 1
    await tx.delete(systemEmails).where(eq(systemEmails.recipient, email))
    await tx
      .delete(attempts)
      .where(or(eq(attempts.subject, email), like(attempts.subject, `${escapeLike(email)} %`)))
    await tx
      .insert(closedAccounts)
      .values({ id, closedAt, attemptAt: closedAt, attempts: 0, tokenEpoch })
      .onConflictDoNothing()
    await queueRevocations(tx, services, { accountId: id, epoch: tokenEpoch, hold: false })
    await enqueueSystemEmail(tx, services, 'account_deleted', email)
  })
  services.revocations.soon()
  services.erasure.soon()
  events.accountClosed(id)
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
