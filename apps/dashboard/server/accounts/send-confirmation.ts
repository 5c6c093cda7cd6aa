import { DomainError, mailboxOf } from '@waypost/http'
import { confirmationsPerAccount, confirmationsPerMailbox } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'

/** Sends the confirmation link again. */
export async function sendConfirmation(services: Services, { account }: Session): Promise<void> {
  if (account.emailConfirmed) throw new DomainError('conflict', 'The address is confirmed already')
  await takeAttempt(services, confirmationsPerAccount, account.id)
  await takeAttempt(services, confirmationsPerMailbox, mailboxOf(account.email))
  await services.db.transaction((tx) => enqueueSystemEmail(tx, services, 'confirm_email', account.email))
}
