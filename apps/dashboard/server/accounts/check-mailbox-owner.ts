import { DomainError } from '@waypost/http'
import type { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { checkOwnPassword } from './check-own-password.ts'

/**
 * Checks the password again, and that the mailbox is proven to be the user's: somebody may register another person's address,
 * and stay signed in while its owner confirms it.
 */
export async function checkMailboxOwner(
  services: Services,
  session: Session,
  password: string,
  address: string,
): Promise<typeof accounts.$inferSelect> {
  if (!session.account.emailConfirmed) throw new DomainError('forbidden', 'Confirm your email address first')
  const account = await checkOwnPassword(services, session, password, address)
  if (!account.mailboxProvenAt)
    throw new DomainError(
      'forbidden',
      'Set a new password by email first (“Forgot your password?”): it shows that the mailbox is yours',
    )
  return account
}
