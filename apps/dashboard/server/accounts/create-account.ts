import { DomainError, mailboxOf } from '@waypost/http'
import { joinTransaction, newId } from '@waypost/postgres'
import { confirmationsPerMailbox } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { accounts } from '../db/tables.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import type { Services } from '../services.ts'
import type { Credentials } from './account.ts'

/**
 * Creates an account and queues the e-mail that asks to confirm its address.
 *
 * @param input the e-mail in lower case
 */
export async function createAccount(
  services: Services,
  { email, password }: Credentials,
): Promise<typeof accounts.$inferSelect> {
  const { db, clock, passwords, events } = services
  const passwordHash = await passwords.hash(password)
  const account = await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(accounts)
      .values({ id: newId(), email, passwordHash, createdAt: new Date(clock.now()) })
      .onConflictDoNothing({ target: accounts.email })
      .returning()
    if (!created) throw new DomainError('conflict', 'An account with this email exists already')
    await takeAttempt({ ...services, db: joinTransaction(tx) }, confirmationsPerMailbox, mailboxOf(email))
    await enqueueSystemEmail(tx, services, 'confirm_email', email)
    return created
  })
  events.accountCreated(account.id)
  return account
}
