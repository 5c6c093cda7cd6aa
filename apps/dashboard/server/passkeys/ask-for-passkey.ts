import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Services } from '../services.ts'
import { challengeTtlMs, makeChallenge, type Challenged } from './challenges.ts'
import { listCredentials } from './list-passkeys.ts'
import { loadWebAuthn } from './load-webauthn.ts'
import type { PasskeyPurpose } from './passkey.ts'
import { getRelyingParty } from './relying-party.ts'

/** Makes what a browser asks an authenticator to sign. */
export async function askForPasskey(
  services: Services,
  purpose: PasskeyPurpose,
  of: Challenged,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { id: rpID } = getRelyingParty(services.publicUrl)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID,
    challenge: await makeChallenge(services, purpose, of),
    timeout: challengeTtlMs,
    userVerification: 'required',
    ...(of.accountId !== undefined && { allowCredentials: await listCredentials(services, of.accountId) }),
  })
}
