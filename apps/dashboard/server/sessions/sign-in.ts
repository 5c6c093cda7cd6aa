import type { Credentials } from '../accounts/account.ts'
import { checkCredentials } from '../accounts/check-credentials.ts'
import { whilePasswordHolds } from '../accounts/while-password-holds.ts'
import { countPasskeys } from '../passkeys/list-passkeys.ts'
import type { Services } from '../services.ts'
import { findFactor } from '../two-factor/find-factor.ts'
import { makeSignInChallenge } from '../two-factor/sign-in-challenge.ts'
import type { CodeRequired } from '../two-factor/two-factor.ts'
import { createSession, type CreatedSession } from './create-session.ts'
import type { Client } from './session.ts'

/** Signs a browser in, or asks for a code or a passkey if the account has a second step. */
export async function signIn(
  services: Services,
  credentials: Credentials,
  client: Client,
): Promise<CreatedSession | CodeRequired> {
  const account = await checkCredentials(services, credentials, client.ip)
  return whilePasswordHolds(services, account, async (inside) => {
    if (!(await findFactor(inside, account.id))) return createSession(inside, account, client)
    const hasPasskeys = (await countPasskeys(inside, account.id)) > 0
    return { ...makeSignInChallenge(services, account), hasPasskeys }
  })
}
