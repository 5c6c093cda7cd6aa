import { clientOf } from '@waypost/http'
import { resetsPerClient, resetsPerEmail } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { TooManyRequestsError } from '../attempts/too-many-requests-error.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import type { Services } from '../services.ts'

/** Does the same for every address, whether somebody has it or not: that is found out when the mail is written. */
export async function requestPasswordReset(
  services: Services,
  email: string,
  address: string,
): Promise<void> {
  await takeAttempt(services, resetsPerClient, clientOf(address))
  try {
    await takeAttempt(services, resetsPerEmail, email)
  } catch (error) {
    // As many as are of use are on their way.
    if (error instanceof TooManyRequestsError) return
    throw error
  }
  await services.db.transaction((tx) => enqueueSystemEmail(tx, services, 'reset_password', email))
}
