import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { clientOf, DomainError } from '@waypost/http'
import { joinTransaction } from '@waypost/postgres'
import { countFailures, type Counted } from '../attempts/count-failures.ts'
import {
  codeFailuresPerEmail,
  codeFailuresPerEmailAndClient,
  loginFailuresPerClient,
} from '../attempts/limits.ts'
import { recoveryCodes, totpFactors } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import { findFactor } from './find-factor.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTimeStep, totpContext } from './totp.ts'

/** Whose code it is, and where it comes from. */
export interface CodeOrigin {
  account: { id: string; email: string }
  /** The client's IP address. */
  address: string
}

const appCode = /^\d{6}$/

/** The error of every code that is not accepted, whatever the reason. */
export const wrongCode = (): DomainError =>
  new DomainError('unauthenticated', 'The code is wrong or was used already')

/**
 * Runs `work` in a transaction, within the limits on wrong codes. Recovery codes cannot be guessed, so they are left out of
 * the limit of the account: whoever knows the password can use that one up, and the owner still gets in.
 */
export async function limitWrongCodes<Result>(
  services: Services,
  { account: { email }, address }: CodeOrigin,
  code: string,
  work: (inside: Services) => Promise<Result>,
): Promise<Result> {
  const client = clientOf(address)
  const counted: Counted[] = [
    [loginFailuresPerClient, client],
    [codeFailuresPerEmailAndClient, `${email} ${client}`],
  ]
  if (isAppCode(code)) counted.push([codeFailuresPerEmail, email])
  return countFailures(services, counted, () =>
    services.db.transaction((tx) => work({ ...services, db: joinTransaction(tx) })),
  )
}

/**
 * Accepts a code once, if the transaction of `services` commits. Of simultaneous uses of a code one is accepted, because
 * each changes or deletes the same row.
 *
 * @returns whether the account has a second step at all
 * @throws wrongCode
 */
export async function useCode(
  services: Services,
  account: CodeOrigin['account'],
  code: string,
): Promise<boolean> {
  const factor = await findFactor(services, account.id)
  if (!factor) return false
  if (isAppCode(code)) await useAppCode(services, factor, code)
  else await useRecoveryCode(services, account, code)
  return true
}

async function useAppCode(
  { db, clock, keyring }: Services,
  { accountId, sealedSecret }: typeof totpFactors.$inferSelect,
  code: string,
): Promise<void> {
  const secret = keyring.open(sealedSecret, totpContext(accountId))
  const lastTimeStep = findTimeStep(secret, withoutSpaces(code), clock.now())
  // Executed for wrong codes too, so that one that was used before takes as long as one that never was right.
  const accepted = await db
    .update(totpFactors)
    .set({ lastTimeStep })
    .where(
      and(
        eq(totpFactors.accountId, accountId),
        isNotNull(totpFactors.confirmedAt),
        lt(totpFactors.lastTimeStep, lastTimeStep),
      ),
    )
    .returning({ accountId: totpFactors.accountId })
  if (accepted.length === 0) throw wrongCode()
}

async function useRecoveryCode(
  services: Services,
  { id, email }: CodeOrigin['account'],
  code: string,
): Promise<void> {
  const used = await services.db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, id), eq(recoveryCodes.codeHash, hashRecoveryCode(code))))
    .returning({ accountId: recoveryCodes.accountId })
  if (used.length === 0) throw wrongCode()
  await enqueueSystemEmail(services.db, services, 'recovery_code_used', email)
  services.events.recoveryCodeUsed(id)
}

// Apps show the code in groups.
const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '')
const isAppCode = (code: string): boolean => appCode.test(withoutSpaces(code))
