import { DomainError } from '@waypost/http'
import { newId } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { issueTokens } from '../tokens/issue-tokens.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { findFactor } from '../two-factor/find-factor.ts'
import { limitWrongCodes, useCode } from '../two-factor/use-code.ts'
import type { Login } from './account.ts'
import { checkCredentials } from './check-credentials.ts'
import { whilePasswordHolds } from './while-password-holds.ts'

/** Logs a program in. It sends the code with the password if the account has a second step. */
export async function logIn(
  services: Services,
  { code, ...credentials }: Login,
  address: string,
): Promise<Tokens> {
  const account = await checkCredentials(services, credentials, address)
  const enter = (within: Services, accept: (inside: Services) => Promise<void>) =>
    whilePasswordHolds(within, account, async (inside) => {
      await accept(inside)
      return issueTokens(inside, account, newId())
    })
  if (code === undefined)
    return enter(services, async (inside) => {
      if (await findFactor(inside, account.id)) throw new DomainError('forbidden', 'A code is required')
    })
  return limitWrongCodes(services, { account, address }, code, (within) =>
    // An account without a second step ignores the code.
    enter(within, async (inside) => void (await useCode(inside, account, code))),
  )
}
