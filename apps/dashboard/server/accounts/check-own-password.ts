import { DomainError } from '@waypost/http'
import type { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { checkCredentials } from './check-credentials.ts'

/** Checks the password of the signed-in account again, within the limits of signing in. */
export async function checkOwnPassword(
  services: Services,
  { account: { email } }: Session,
  password: string,
  address: string,
): Promise<typeof accounts.$inferSelect> {
  try {
    return await checkCredentials(services, { email, password }, address)
  } catch (error) {
    // Not a 401, which the app would take for an ended session.
    if (error instanceof DomainError && error.code === 'unauthenticated')
      throw new DomainError('forbidden', 'The password is wrong', { cause: error })
    throw error
  }
}
