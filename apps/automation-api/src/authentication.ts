import type { FastifyRequest } from 'fastify'
import {
  DomainError,
  admitHere,
  missingScopes,
  personCredential,
  registerJwt,
  registerKeyUse,
  registerTurns,
  requireCredential,
  requireOperator,
  type App,
  type CredentialHook,
  type JwtOptions,
} from '@waypost/http'
import { createRequestLimit, rateLimitExceeded } from './rate-limits/limit-requests.ts'
import { authenticateApiKey } from './api-keys/authenticate-api-key.ts'
import { findAccount } from './accounts/find-account.ts'
import { keyCredential, rawKeyOf } from './api-keys/raw-key-of.ts'
import { requireHere } from './cells/require-here.ts'
import type { Scope } from './api-keys/scopes.ts'
import { defaultLimits } from './limits/limits.ts'
import type { Actor, ApiServices } from './services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the route's `onRequest` hook, before the body is read. */
    actor: Actor
    /** The scopes of the API key; unset for a JWT. */
    scopes: readonly Scope[]
    /** The epoch of the JWT; 0 for an API key. */
    tokenEpoch: number
  }
}

export interface Authentication {
  /** Only for a person with a JWT; an API key is refused. */
  person: CredentialHook
  /** Only for an API key with the scopes. */
  key(...scopes: Scope[]): CredentialHook
  /** Only for an API key with at least one of the scopes; the route calls `requireScope` once it knows which is needed. */
  keyWithOneOf(...scopes: Scope[]): CredentialHook
  /** Only the issuer of the JWTs itself, with a token that no account gets. */
  issuer: CredentialHook
  /** Only the operator. */
  operator: CredentialHook
}

export function requireScope({ scopes }: Pick<FastifyRequest, 'scopes'>, wanted: Scope): void {
  if (!scopes.includes(wanted)) throw new DomainError('forbidden', missingScopes([wanted]))
}

const requestsAtATime = 3
/** The scope of the issuer's own JWTs. */
const noticesScope = 'notices'

/** Creates the hooks that authenticate requests. No route accepts both a JWT and an API key. */
export function registerAuthentication(
  app: App,
  services: ApiServices,
  jwtOptions: JwtOptions,
  adminToken: string | undefined,
): Authentication {
  app.decorateRequest('actor')
  app.decorateRequest('scopes')
  app.decorateRequest('tokenEpoch', 0)
  const authenticateJwt = registerJwt(app, jwtOptions)
  const recordKeyUse = registerKeyUse(app, services.db, 'automation')
  const limitRequests = createRequestLimit(services)
  const takeTurn = registerTurns(app, requestsAtATime)
  const limited = { 429: [rateLimitExceeded(defaultLimits.requestsPerMinute, 42)] }

  const withLimit = { ...personCredential, refusals: { ...personCredential.refusals, ...limited } }

  const hookOf = (
    scopes: Scope[],
    refusals: [string, ...string[]],
    isEnough: (granted: readonly Scope[]) => boolean,
  ): CredentialHook =>
    requireCredential(
      {
        schemes: ['apiKeyHeader', 'apiKeyQuery'],
        scopes,
        refusals: { 401: ['API Key is missing', 'Invalid API Key'], 403: refusals, ...limited },
      },
      async (request, reply) => {
        const rawKey = rawKeyOf(request)
        const actor = await admitHere(request, reply, keyCredential(rawKey), () =>
          authenticateApiKey(services, rawKey),
        )
        if (!actor) return
        const { ownerId, keyId, scopes: granted } = actor
        await limitRequests(reply, { ownerId, keyId })
        await takeTurn(request, reply, ownerId)
        recordKeyUse(keyId)
        request.actor = { ownerId, keyId, ip: request.ip }
        request.scopes = granted
        if (!isEnough(granted)) throw new DomainError('forbidden', refusals[0])
      },
    )

  return {
    person: requireCredential(withLimit, async (request, reply) => {
      const { ownerId, epoch } = await authenticateJwt(request)
      const tokenEpoch = await admitHere(request, reply, `owner ${ownerId}`, async () => {
        const account = await findAccount(services.db)(ownerId)
        requireHere(services.directory, account)
        return account?.tokenEpoch ?? 0
      })
      if (tokenEpoch === undefined) return
      if (epoch < tokenEpoch) throw new DomainError('unauthenticated', 'Unauthorized')
      await limitRequests(reply, { ownerId, keyId: null })
      await takeTurn(request, reply, ownerId)
      request.tokenEpoch = epoch
      request.actor = { ownerId, keyId: null, ip: request.ip }
    }),
    issuer: requireCredential(personCredential, async (request) => {
      const { ownerId, scopes } = await authenticateJwt(request)
      if (!scopes.includes(noticesScope)) throw new DomainError('unauthenticated', 'Unauthorized')
      request.actor = { ownerId, keyId: null, ip: request.ip }
    }),
    key: (...scopes) =>
      hookOf(scopes, [missingScopes(scopes)], (granted) => scopes.every((scope) => granted.includes(scope))),
    keyWithOneOf: (...scopes) =>
      hookOf([], [missingScopes(scopes), ...scopes.map((scope) => missingScopes([scope]))], (granted) =>
        scopes.some((scope) => granted.includes(scope)),
      ),
    operator: requireOperator(adminToken),
  }
}
