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
 * The account of an e-mail and its password. The same words, limits and work whether the e-mail is unknown or the
 * password wrong.
 *
 * @param address where the guess comes from
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
    // The client's own first: one that is refused must not use up what the e-mail has.
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
