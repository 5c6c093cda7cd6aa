import { eq } from 'drizzle-orm'
import { clientOf, DomainError } from '@waypost/http'
import { clearAttempts } from '../attempts/clear-attempts.ts'
import { countFailures, type Counted } from '../attempts/count-failures.ts'
import {
  loginFailuresPerClient,
  loginFailuresPerEmail,
  loginFailuresPerEmailAndClient,
} from '../attempts/limits.ts'
import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Credentials } from './account.ts'

/**
 * Finds the account of an e-mail address and password. An unknown address and a wrong password get the same error, the
 * same limits and the same amount of work, so that a caller cannot find out which addresses have accounts.
 *
 * @param address the client's IP address
 */
export async function checkCredentials(
  services: Services,
  credentials: Credentials,
  address: string,
): Promise<typeof accounts.$inferSelect> {
  const { email } = credentials
  const client = clientOf(address)
  const perEmailAndClient: Counted = [loginFailuresPerEmailAndClient, `${email} ${client}`]
  const perEmail: Counted = [loginFailuresPerEmail, email]

  const account = await countFailures(
    services,
    // The client's own limit comes first: a refused client must not use up the attempts of the e-mail address.
    [[loginFailuresPerClient, client], perEmailAndClient, perEmail],
    () => checkPassword(services, credentials),
  )
  await clearAttempts(services, ...perEmailAndClient)
  await clearAttempts(services, ...perEmail)
  return account
}

async function checkPassword(
  { db, passwords }: Services,
  { email, password }: Credentials,
): Promise<typeof accounts.$inferSelect> {
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email))
  const isRight = await passwords.verify(password, account?.passwordHash)
  if (!account || !isRight) throw new DomainError('unauthenticated', 'Invalid email or password')
  return account
}
