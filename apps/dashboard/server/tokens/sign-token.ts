import { SignJWT } from 'jose'
import type { Services } from '../services.ts'
import { getSigningKey } from '../signing-keys/get-signing-key.ts'

/** The account of a JWT. */
export interface TokenSubject {
  id: string
  email?: string
  /** Whether the account has confirmed its e-mail address. */
  emailConfirmed?: boolean
  /** The account's current epoch. Services refuse JWTs of earlier epochs. */
  tokenEpoch: number
  /** For a token of this server itself, which no account gets. */
  scope?: string
}

/** Signs a JWT with which the services authenticate the account. */
export async function signToken(
  services: Pick<Services, 'db' | 'clock' | 'keyring' | 'jwt'>,
  account: TokenSubject,
  ttlSeconds: number,
): Promise<string> {
  const { clock, jwt } = services
  const { kid, privateKey } = await getSigningKey(services)
  const issuedAt = Math.floor(clock.now() / 1000)
  return new SignJWT({
    email: account.email,
    email_verified: account.emailConfirmed,
    epoch: account.tokenEpoch,
    scope: account.scope,
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .setSubject(account.id)
    .setIssuer(jwt.issuer)
    .setAudience(jwt.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ttlSeconds)
    .sign(privateKey)
}
