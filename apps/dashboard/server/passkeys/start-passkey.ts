import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { DomainError } from '@waypost/http'
import { checkMailboxOwner } from '../accounts/check-mailbox-owner.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { findFactor } from '../two-factor/find-factor.ts'
import { forbidWrongCode } from '../two-factor/forbid-wrong-code.ts'
import { limitWrongCodes, useCode } from '../two-factor/use-code.ts'
import { challengeTtlMs, makeChallenge } from './challenges.ts'
import { listCredentials } from './list-passkeys.ts'
import { loadWebAuthn } from './load-webauthn.ts'
import { algorithms, getRelyingParty, userHandleOf } from './relying-party.ts'

/** The most passkeys that an account can have. */
export const mostPasskeys = 20

/**
 * Begins to add a passkey, after the password and, with two-factor authentication, a code. A passkey signs in by itself, so
 * its authenticator has to verify its user, and the mailbox must be proven as for an authenticator app.
 */
export async function startPasskey(
  services: Services,
  session: Session,
  { password, code }: { password: string; code?: string | undefined },
  address: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id: rpID } = getRelyingParty(services.publicUrl)
  const account = await checkMailboxOwner(services, session, password, address)
  if (await findFactor(services, account.id)) {
    if (code === undefined) throw new DomainError('forbidden', 'A code is required')
    await forbidWrongCode(() =>
      limitWrongCodes(services, { account, address }, code, (inside) => useCode(inside, account, code)),
    )
  }
  const known = await listCredentials(services, account.id)
  checkRoom(known.length)
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: 'Waypost',
    rpID,
    userName: account.email,
    userID: new Uint8Array(userHandleOf(account.id)),
    challenge: await makeChallenge(services, 'add', { accountId: account.id, address }),
    timeout: challengeTtlMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

export function checkRoom(used: number): void {
  if (used >= mostPasskeys)
    throw new DomainError('forbidden', `An account has at most ${mostPasskeys} passkeys. Remove one first`)
}
