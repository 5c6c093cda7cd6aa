import { newId } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { issueTokens } from '../tokens/issue-tokens.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { Credentials } from './account.ts'
import { checkCredentials } from './check-credentials.ts'
import { whilePasswordHolds } from './while-password-holds.ts'

export async function logIn(services: Services, credentials: Credentials, address: string): Promise<Tokens> {
  const account = await checkCredentials(services, credentials, address)
  return whilePasswordHolds(services, account, (inside) => issueTokens(inside, account, newId()))
}
