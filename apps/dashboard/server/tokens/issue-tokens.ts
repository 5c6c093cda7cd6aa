import { randomBytes } from 'node:crypto'
import { refreshTokens, type accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { hashRefreshToken } from './hash-refresh-token.ts'
import { signToken } from './sign-token.ts'
import type { Tokens } from './tokens.ts'

const tokenTtlSeconds = 60 * 60
const refreshTokenTtlSeconds = 30 * 24 * 60 * 60

/**
 * Issues a JWT for the account and a refresh token for the next one.
 *
 * @param familyId the id of the login that the tokens belong to
 */
export async function issueTokens(
  services: Pick<Services, 'db' | 'clock' | 'keyring' | 'jwt'>,
  account: Pick<typeof accounts.$inferSelect, 'id' | 'email' | 'tokenEpoch' | 'emailConfirmedAt'>,
  familyId: string,
): Promise<Tokens> {
  const { db, clock } = services
  const now = clock.now()
  const emailConfirmed = account.emailConfirmedAt !== null
  const token = await signToken(services, { ...account, emailConfirmed }, tokenTtlSeconds)
  const refreshToken = randomBytes(32).toString('base64url')
  await db.insert(refreshTokens).values({
    tokenHash: hashRefreshToken(refreshToken),
    accountId: account.id,
    familyId,
    expiresAt: new Date(now + refreshTokenTtlSeconds * 1000),
  })
  return { token, refreshToken, expiresIn: tokenTtlSeconds }
}
