import { eq } from 'drizzle-orm'
import { joinTransaction } from '@waypost/postgres'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { accounts } from '../db/tables.ts'
import { askForPasskey } from '../passkeys/ask-for-passkey.ts'
import { useChallenge } from '../passkeys/challenges.ts'
import type { Assertion, PasskeySignInStart } from '../passkeys/passkey.ts'
import { findPasskeyAccount, limitWrongPasskeys, usePasskey, wrongPasskey } from '../passkeys/use-passkey.ts'
import type { Services } from '../services.ts'
import { openSignInChallenge, signInExpired } from '../two-factor/sign-in-challenge.ts'
import { createSession, type CreatedSession } from './create-session.ts'
import type { Client } from './session.ts'

/**
 * Begins a sign-in with a passkey: in place of the password and of a code, or, with the challenge that followed the right
 * password, in place of the code.
 */
export async function startPasskeySignIn(
  services: Services,
  { challenge, mediation }: PasskeySignInStart,
  address: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  if (challenge === undefined)
    return askForPasskey(services, 'sign_in', { address, isOffer: mediation === 'conditional' })
  const { id: accountId } = openSignInChallenge(services, challenge)
  return askForPasskey(services, 'second_step', { accountId, address })
}

/** Signs a browser in whose user has shown a passkey. The authenticator has verified its user: no code is asked for. */
export async function signInWithPasskey(
  services: Services,
  { challenge, response }: { challenge?: string | undefined; response: Assertion },
  client: Client,
): Promise<CreatedSession> {
  const challenged = challenge === undefined ? undefined : openSignInChallenge(services, challenge)
  return limitWrongPasskeys(services, client.ip, async () => {
    const signed = await useChallenge(
      services,
      response.response.clientDataJSON,
      challenged ? 'second_step' : 'sign_in',
      challenged?.id,
    )
    const accountId = challenged?.id ?? (await findPasskeyAccount(services, response))
    if (accountId === undefined) throw wrongPasskey()
    return services.db.transaction(async (tx) => {
      const inside = { ...services, db: joinTransaction(tx) }
      // Locked, so that a new password or “sign out everywhere” either ends this session or prevents it.
      const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('share')
      if (challenged && account?.tokenEpoch !== challenged.tokenEpoch) throw signInExpired()
      if (!account) throw wrongPasskey()
      await usePasskey(inside, accountId, response, signed)
      return createSession(inside, account, client)
    })
  })
}
