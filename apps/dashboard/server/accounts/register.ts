import { clientOf } from '@waypost/http'
import { newId } from '@waypost/postgres'
import { registrationsPerClient } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import type { Services } from '../services.ts'
import { issueTokens } from '../tokens/issue-tokens.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { Credentials } from './account.ts'
import { createAccount } from './create-account.ts'

/** Creates an account and logs it in. */
export async function register(
  services: Services,
  credentials: Credentials,
  address: string,
): Promise<Tokens> {
  await takeAttempt(services, registrationsPerClient, clientOf(address))
  const account = await createAccount(services, credentials)
  return issueTokens(services, account, newId())
}
