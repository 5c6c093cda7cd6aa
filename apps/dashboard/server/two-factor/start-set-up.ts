import { isNull } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { z } from 'zod'
import { checkOwnPassword } from '../accounts/check-own-password.ts'
import { whilePasswordHolds } from '../accounts/while-password-holds.ts'
import { totpFactors } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { makeTotpSecret, totpContext, totpUriOf } from './totp.ts'
import type { setUp } from './two-factor.ts'

/**
 * Makes the key for an authenticator app. Nothing is asked for until a code confirms it; starting again replaces the key.
 * The mailbox must be proven to be the user's: whoever registers somebody else's address, and stays signed in while its owner
 * confirms it, could lock the owner out for good.
 */
export async function startSetUp(
  services: Services,
  session: Session,
  password: string,
  address: string,
): Promise<z.infer<typeof setUp>> {
  const { clock, keyring } = services
  if (!session.account.emailConfirmed) throw new DomainError('forbidden', 'Confirm your email address first')
  const account = await checkOwnPassword(services, session, password, address)
  if (!account.mailboxProvenAt)
    throw new DomainError(
      'forbidden',
      'Set a new password by email first (“Forgot your password?”): it shows that the mailbox is yours',
    )
  const secret = makeTotpSecret()
  const values = {
    sealedSecret: keyring.seal(secret, totpContext(account.id)),
    createdAt: new Date(clock.now()),
  }
  await whilePasswordHolds(services, account, async ({ db }) => {
    const made = await db
      .insert(totpFactors)
      .values({ accountId: account.id, ...values })
      .onConflictDoUpdate({
        target: totpFactors.accountId,
        set: values,
        setWhere: isNull(totpFactors.confirmedAt),
      })
      .returning({ accountId: totpFactors.accountId })
    if (made.length === 0) throw new DomainError('conflict', 'Two-factor authentication is on already')
  })
  return { secret, uri: totpUriOf(secret, account.email) }
}
