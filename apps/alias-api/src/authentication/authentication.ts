import {
  DomainError,
  missingScopes,
  personCredential,
  requireCredential,
  requireOperator,
  type App,
  type JwtActor,
} from '@waypost/http'
import type { FastifyRequest } from 'fastify'
import { planLimits } from '../accounts/plans.ts'
import { planRequired } from '../api-keys/create-api-key.ts'
import type { Actor, Authentication } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the route's `onRequest` hook once the caller is allowed to use the route. */
    actor: Actor
  }
}

/** The scope of the issuer's own JWTs. */
const noticesScope = 'notices'

const tooMany = { 429: ['Rate limit exceeded'] }

/**
 * Creates the hooks that decide who may use a route. Admission has already identified the caller, so they need no query.
 *
 * @param adminToken - The operator's token; without one the operator's routes refuse every request.
 */
export function registerAuthentication(
  app: App,
  authenticateJwt: (request: FastifyRequest) => Promise<JwtActor>,
  adminToken: string | undefined,
): Authentication {
  app.decorateRequest('actor')

  return {
    allow: (...scopes) => {
      const missing = missingScopes(scopes)
      const refusals = {
        401: ['API key is missing', 'Invalid API key'],
        403: ['The API requires the Business plan', ...(scopes.length > 0 ? [missing] : [])],
        ...tooMany,
      }
      return requireCredential({ schemes: ['apiKey', 'jwt'], scopes, refusals }, async (request) => {
        const { actor, scopes: granted, refusal } = request.caller!
        if (!actor) throw new DomainError('unauthenticated', refusal)
        request.actor = actor
        if (granted === null) return
        if (!planLimits[actor.plan].hasApi) throw planRequired()
        if (!scopes.every((scope) => granted.includes(scope))) throw new DomainError('forbidden', missing)
      })
    },
    person: requireCredential(
      { ...personCredential, refusals: { ...personCredential.refusals, ...tooMany } },
      async (request) => {
        const { actor } = request.caller!
        if (!actor || actor.keyId !== null) throw new DomainError('unauthenticated', 'Unauthorized')
        request.actor = actor
      },
    ),
    issuer: requireCredential(personCredential, async (request) => {
      const { scopes } = await authenticateJwt(request)
      if (!scopes.includes(noticesScope)) throw new DomainError('unauthenticated', 'Unauthorized')
    }),
    operator: requireOperator(adminToken),
  }
}
