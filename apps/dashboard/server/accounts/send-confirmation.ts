import { DomainError } from '@waypost/http'
import { confirmationsPerAccount } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { queueSystemEmail } from '../system-mail/queue-system-email.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'

/** Mails the link that confirms an address once more. */
export async function sendConfirmation(services: Services, { account }: Session): Promise<void> {
  if (account.emailConfirmed) throw new DomainError('conflict', 'The address is confirmed already')
  await takeAttempt(services, confirmationsPerAccount, account.id)
  await queueSystemEmail(services.db, services, 'confirm_email', account.email)
  services.systemMail.soon()
}
