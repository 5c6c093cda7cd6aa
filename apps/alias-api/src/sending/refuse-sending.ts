import { DomainError } from '@waypost/http'
import type { LimitedAccount } from '../limits/find-limits.ts'

export const unconfirmed = 'Confirm the e-mail address of your account first'

/** Why an account may send nothing; undefined where it may. An issuer that does not say whether an address is confirmed is trusted. */
export function whyNoSending(account: LimitedAccount | null): string | undefined {
  if (!account) return undefined
  if (account.suspendedAt) return `Sending is suspended by the operator: ${account.suspendedReason}`
  if (account.sendingStoppedAt) return `Sending is stopped: ${account.sendingStoppedReason}`
  return account.emailVerified === false ? unconfirmed : undefined
}

/** Refuses to send for an account that may not, and says why. */
export function refuseSending(account: LimitedAccount | null): void {
  const reason = whyNoSending(account)
  if (reason !== undefined) throw new DomainError('forbidden', reason)
}
