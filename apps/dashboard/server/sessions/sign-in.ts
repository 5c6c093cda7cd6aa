import type { Credentials } from '../accounts/account.ts'
import { checkCredentials } from '../accounts/check-credentials.ts'
import { whilePasswordHolds } from '../accounts/while-password-holds.ts'
import type { Services } from '../services.ts'
import { createSession, type CreatedSession } from './create-session.ts'
import type { Client } from './session.ts'

export async function signIn(
  services: Services,
  credentials: Credentials,
  client: Client,
): Promise<CreatedSession> {
  const account = await checkCredentials(services, credentials, client.ip)
  return whilePasswordHolds(services, account, (inside) => createSession(inside, account, client))
}
