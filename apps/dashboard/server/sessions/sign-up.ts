import { clientOf } from '@waypost/http'
import type { Credentials } from '../accounts/account.ts'
import { createAccount } from '../accounts/create-account.ts'
import { registrationsPerClient } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import type { Services } from '../services.ts'
import { createSession, type CreatedSession } from './create-session.ts'
import type { Client } from './session.ts'

/** Creates an account and signs the browser in. */
export async function signUp(
  services: Services,
  credentials: Credentials,
  client: Client,
): Promise<CreatedSession> {
  await takeAttempt(services, registrationsPerClient, clientOf(client.ip))
  return createSession(services, await createAccount(services, credentials), client, { isFirst: true })
}
