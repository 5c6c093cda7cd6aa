import { and, eq } from 'drizzle-orm'
import { clientOf, DomainError } from '@waypost/http'
import { countFailures } from '../attempts/count-failures.ts'
import { loginFailuresPerClient } from '../attempts/limits.ts'
import { passkeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { loadWebAuthn } from './load-webauthn.ts'
import { toAssertionResponse, type Assertion } from './passkey.ts'
import { getRelyingParty, userHandleOf } from './relying-party.ts'

/** The error of every passkey that is not accepted, whatever the reason. */
export const wrongPasskey = (options?: ErrorOptions): DomainError =>
  new DomainError('unauthenticated', 'The passkey was not accepted', options)

/** Runs `work` within the limit on wrong passkeys. */
export const limitWrongPasskeys = <Result>(
  services: Services,
  address: string,
  work: () => Promise<Result>,
): Promise<Result> => countFailures(services, [[loginFailuresPerClient, clientOf(address)]], work)

/** Finds the account of a passkey, which its answer does not prove yet. */
export async function findPasskeyAccount({ db }: Services, { id }: Assertion): Promise<string | undefined> {
  const [found] = await db
    .select({ accountId: passkeys.accountId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, id))
  return found?.accountId
}

/**
 * Accepts the answer of an account's passkey to a challenge, and records its use, if the transaction of `services` commits.
 * Of simultaneous answers each sees the counter of the one before, because they lock the row.
 *
 * @param expectedChallenge what `useChallenge` returned
 * @throws wrongPasskey
 */
export async function usePasskey(
  { db, clock, publicUrl, events }: Services,
  accountId: string,
  given: Assertion,
  expectedChallenge: string,
): Promise<void> {
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty(publicUrl)
  const isThis = and(eq(passkeys.accountId, accountId), eq(passkeys.credentialId, given.id))
  const [passkey] = await db.select().from(passkeys).where(isThis).for('update')
  if (!passkey) throw wrongPasskey()
  const { userHandle } = given.response
  if (userHandle !== undefined && userHandle !== userHandleOf(accountId).toString('base64url'))
    throw wrongPasskey()
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  let newCounter: number
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: toAssertionResponse(given),
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    if (!verified) throw wrongPasskey()
    newCounter = authenticationInfo.newCounter
  } catch (error) {
    events.passkeyRefused(accountId, passkey.id, error)
    throw wrongPasskey({ cause: error })
  }
  await db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: new Date(clock.now()) })
    .where(isThis)
}
