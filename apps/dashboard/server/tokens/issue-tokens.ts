import { randomBytes } from 'node:crypto'
import { refreshTokens } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { hashRefreshToken } from './hash-refresh-token.ts'
import { signToken, type TokenSubject } from './sign-token.ts'
import type { Tokens } from './tokens.ts'

const tokenTtlSeconds = 60 * 60
const refreshTokenTtlSeconds = 30 * 24 * 60 * 60

/**
 * A JWT for the account, and the refresh token that gets the next one.
 *
 * @param familyId the login that they descend from
 */
export async function issueTokens(
  services: Pick<Services, 'db' | 'clock' | 'keyring' | 'jwt'>,
  account: TokenSubject,
  familyId: string,
): Promise<Tokens> {
  const { db, clock } = services
  const now = clock.now()
  const token = await signToken(services, account, tokenTtlSeconds)
  const refreshToken = randomBytes(32).toString('base64url')
  await db.insert(refreshTokens).values({
    tokenHash: hashRefreshToken(refreshToken),
    accountId: account.id,
    familyId,
    expiresAt: new Date(now + refreshTokenTtlSeconds * 1000),
  })
  return { token, refreshToken, expiresIn: tokenTtlSeconds }
}
