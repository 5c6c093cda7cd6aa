import { clientOf, mailboxOf } from '@waypost/http'
import { resetsPerClient, resetsPerEmail } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { TooManyRequestsError } from '../attempts/too-many-requests-error.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import type { Services } from '../services.ts'

/**
 * Queues the e-mail for a password reset. It does the same work for every address, so that the response time does not
 * show which have accounts: the account is looked up when the e-mail is written.
 */
export async function requestPasswordReset(
  services: Services,
  email: string,
  address: string,
): Promise<void> {
  await takeAttempt(services, resetsPerClient, clientOf(address))
  try {
    await takeAttempt(services, resetsPerEmail, mailboxOf(email))
  } catch (error) {
    // Enough e-mails are queued for this address already.
    if (error instanceof TooManyRequestsError) return
    throw error
  }
  await services.db.transaction((tx) => enqueueSystemEmail(tx, services, 'reset_password', email))
}
