import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { refreshTokens } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { getSigningKey } from '../signing-keys/get-signing-key.ts'
import { hashRefreshToken } from './hash-refresh-token.ts'
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
  account: { id: string; email: string },
  familyId: string,
): Promise<Tokens> {
  const { db, clock, jwt } = services
  const now = clock.now()
  const { kid, privateKey } = await getSigningKey(services)
  const issuedAt = Math.floor(now / 1000)
  const token = await new SignJWT({ email: account.email })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .setSubject(account.id)
    .setIssuer(jwt.issuer)
    .setAudience(jwt.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenTtlSeconds)
    .sign(privateKey)

  const refreshToken = randomBytes(32).toString('base64url')
  await db.insert(refreshTokens).values({
    tokenHash: hashRefreshToken(refreshToken),
    accountId: account.id,
    familyId,
    expiresAt: new Date(now + refreshTokenTtlSeconds * 1000),
  })
  return { token, refreshToken, expiresIn: tokenTtlSeconds }
}
