import { KeyObject } from 'node:crypto'
import jwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import { createRemoteJWKSet, type CryptoKey } from 'jose'
import type { App } from '../app.ts'
import { DomainError } from '../errors/domain-error.ts'

export interface JwtOptions {
  jwksUrl: string
  issuer: string
  audience: string
}

/** The person of a JWT. */
export interface JwtActor {
  ownerId: string
  email: string | null
  /** Whether the issuer has confirmed that the e-mail is the person's; null from one that does not say. */
  emailVerified: boolean | null
  /** Increases whenever the account revokes all its tokens; 0 from an issuer without epochs. */
  epoch: number
  /** What the issuer allows the bearer besides what an account may do: the words of the claim `scope`. */
  scopes: string[]
}

/**
 * Verifies RS256 JWTs against a JWKS and nothing else, so that any OIDC issuer can replace the dashboard. Keys are
 * cached; an unknown `kid` refreshes them, at most twice a minute.
 *
 * @returns reads the actor of a request; throws `unauthenticated` for a missing, expired or foreign token
 */
export function registerJwt(
  app: App,
  { jwksUrl, issuer, audience }: JwtOptions,
): (request: FastifyRequest) => Promise<JwtActor> {
  const findKey = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: 5000, cooldownDuration: 30_000 })
  const pems = new WeakMap<CryptoKey, string>()

  app.register(jwt, {
    decode: { complete: true },
    secret: async (_request: FastifyRequest, token: { header: { kid?: string; alg?: string } }) => {
      const key = await findKey({ kid: token.header.kid, alg: 'RS256' })
      const pem = pems.get(key) ?? KeyObject.from(key).export({ type: 'spki', format: 'pem' }).toString()
      pems.set(key, pem)
      return pem
    },
    verify: {
      algorithms: ['RS256'],
      allowedIss: issuer,
      allowedAud: audience,
      // Verifying a claim does not require it to be present.
      requiredClaims: ['sub', 'exp', 'iss', 'aud'],
    },
  } as never)

  return async (request) => {
    try {
      const claims = await request.jwtVerify<Claims>()
      if (!claims.sub) throw new Error('The token has no subject')
      const { sub: ownerId, email = null, email_verified: emailVerified } = claims
      return {
        ownerId,
        email,
        emailVerified: typeof emailVerified === 'boolean' ? emailVerified : null,
        epoch: readEpoch(claims.epoch),
        scopes: typeof claims.scope === 'string' ? claims.scope.split(' ') : [],
      }
    } catch (cause) {
      request.log.debug({ err: cause }, 'JWT refused')
      throw new DomainError('unauthenticated', 'Unauthorized', { cause })
    }
  }
}

interface Claims {
  sub: string
  email?: string
  email_verified?: unknown
  epoch?: unknown
  scope?: unknown
}

function readEpoch(claim: unknown): number {
  if (claim === undefined) return 0
  if (Number.isInteger(claim) && Number(claim) >= 0 && Number(claim) < 2 ** 31) return Number(claim)
  throw new Error('The token has no epoch that could be compared')
}
