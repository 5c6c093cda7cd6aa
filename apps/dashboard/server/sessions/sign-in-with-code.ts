import { eq } from 'drizzle-orm'
import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { openSignInChallenge, signInExpired } from '../two-factor/sign-in-challenge.ts'
import { limitWrongCodes, useCode } from '../two-factor/use-code.ts'
import { createSession, type CreatedSession } from './create-session.ts'
import type { Client } from './session.ts'

/** Signs a browser in whose user has shown the password and now shows a code. */
export async function signInWithCode(
  services: Services,
  { challenge, code }: { challenge: string; code: string },
  client: Client,
): Promise<CreatedSession> {
  const challenged = openSignInChallenge(services, challenge)
  return limitWrongCodes(services, { account: challenged, address: client.ip }, code, async (inside) => {
    // Locked, so that a new password or “sign out everywhere” either ends this session or prevents it.
    const [account] = await inside.db
      .select()
      .from(accounts)
      .where(eq(accounts.id, challenged.id))
      .for('share')
    if (account?.tokenEpoch !== challenged.tokenEpoch) throw signInExpired()
    if (!(await useCode(inside, account, code))) throw signInExpired()
    return createSession(inside, account, client)
  })
}
