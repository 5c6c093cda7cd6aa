import { isNull } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { z } from 'zod'
import { checkMailboxOwner } from '../accounts/check-mailbox-owner.ts'
import { whilePasswordHolds } from '../accounts/while-password-holds.ts'
import { totpFactors } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { makeTotpSecret, totpContext, totpUriOf } from './totp.ts'
import type { setUp } from './two-factor.ts'

/**
 * Makes the key for an authenticator app. Nothing is asked for until a code confirms it; starting again replaces the key.
 * Whoever registered somebody else's address could lock its owner out for good, so the mailbox must be the user's.
 */
export async function startSetUp(
  services: Services,
  session: Session,
  password: string,
  address: string,
): Promise<z.infer<typeof setUp>> {
  const { clock, keyring } = services
  const account = await checkMailboxOwner(services, session, password, address)
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
