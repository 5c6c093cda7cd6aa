import { and, eq, gt, isNull } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { totpFactors } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import { forbidWrongCode } from './forbid-wrong-code.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { findTimeStep, totpContext } from './totp.ts'
import { limitWrongCodes, wrongCode } from './use-code.ts'

/** How long a key waits for its first code. */
export const setUpTtlMs = 60 * 60_000

/**
 * Switches the second step on, once a code shows that the app has the key.
 *
 * @returns the recovery codes
 */
export async function confirmSetUp(
  services: Services,
  { account }: Session,
  code: string,
  address: string,
): Promise<string[]> {
  const { clock, keyring, events } = services
  const codes = await forbidWrongCode(() =>
    limitWrongCodes(services, { account, address }, code, async (inside) => {
      const { db } = inside
      const isPending = and(eq(totpFactors.accountId, account.id), isNull(totpFactors.confirmedAt))
      const now = new Date(clock.now())
      const [pending] = await db
        .select()
        .from(totpFactors)
        .where(and(isPending, gt(totpFactors.createdAt, new Date(now.getTime() - setUpTtlMs))))
        .for('update')
      if (!pending) throw new DomainError('conflict', 'Start again: there is no key that waits for a code')
      const secret = keyring.open(pending.sealedSecret, totpContext(account.id))
      const lastTimeStep = findTimeStep(secret, code.replaceAll(/\s/g, ''), now.getTime())
      if (lastTimeStep < 0) throw wrongCode()
      await db.update(totpFactors).set({ confirmedAt: now, lastTimeStep }).where(isPending)
      await enqueueSystemEmail(db, inside, 'two_factor_on', account.email)
      return replaceRecoveryCodes(db, account.id)
    }),
  )
  events.twoFactorOn(account.id)
  return codes
}
