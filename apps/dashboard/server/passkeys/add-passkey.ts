import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { newId } from '@waypost/postgres'
import type { z } from 'zod'
import { accounts, passkeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import { useChallenge } from './challenges.ts'
import { countPasskeys, toPasskey } from './list-passkeys.ts'
import { loadWebAuthn } from './load-webauthn.ts'
import { toRegistrationResponse, type NewPasskey, type passkey } from './passkey.ts'
import { algorithms, getRelyingParty } from './relying-party.ts'
import { checkRoom } from './start-passkey.ts'

/** Adds the passkey that an authenticator has made for the challenge of `startPasskey`. */
export async function addPasskey(
  services: Services,
  { account: { id: accountId, email, tokenEpoch } }: Session,
  given: NewPasskey,
): Promise<z.infer<typeof passkey>> {
  const { db, clock, events } = services
  const credential = await checkRegistration(services, accountId, given)
  const values = { id: newId(), name: given.name, createdAt: new Date(clock.now()), lastUsedAt: null }
  await db.transaction(async (tx) => {
    // One at a time for an account, so that each counts those that the others have added.
    const [account] = await tx
      .select({ tokenEpoch: accounts.tokenEpoch })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update')
    // The session was looked up before the body had come: it may have ended since, with those of a recovered account.
    if (account?.tokenEpoch !== tokenEpoch)
      throw new DomainError('forbidden', 'The account has changed in the meantime. Sign in, then try again')
    checkRoom(await countPasskeys({ db: tx }, accountId))
    const added = await tx
      .insert(passkeys)
      .values({
        ...values,
        accountId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
      })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id })
    if (added.length === 0) throw new DomainError('conflict', 'The passkey was added already')
    await enqueueSystemEmail(tx, services, 'passkey_added', email)
  })
  events.passkeyAdded(accountId, values.id)
  return toPasskey(values)
}

type Credential = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

async function checkRegistration(
  services: Services,
  accountId: string,
  { response }: NewPasskey,
): Promise<Credential> {
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty(services.publicUrl)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const expectedChallenge = await useChallenge(services, response.response.clientDataJSON, 'add', accountId)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: toRegistrationResponse(response),
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: algorithms,
    })
    if (registrationInfo) return registrationInfo.credential
  } catch (error) {
    throw refused({ cause: error })
  }
  throw refused()
}

const refused = (options?: ErrorOptions): DomainError =>
  new DomainError('invalid', 'The passkey was not accepted. Try again, or use another one', options)
