import { createHash, timingSafeEqual } from 'node:crypto'
import { DomainError, missingScopes, personCredential, requireCredential, type App } from '@waypost/http'
import { planLimits } from '../accounts/plans.ts'
import { planRequired } from '../api-keys/create-api-key.ts'
import type { Actor, Authentication } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the route's `onRequest` hook, where the caller may use the route. */
    actor: Actor
  }
}

const tooMany = { 429: ['Rate limit exceeded'] }

/**
 * Who may use a route. Whom a request speaks for has been found out by then, when it was admitted.
 *
 * @param adminToken the operator's; absent: nobody is
 */
export function registerAuthentication(app: App, adminToken: string | undefined): Authentication {
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
    operator: requireCredential(
      { schemes: ['adminToken'], scopes: [], refusals: { 401: ['Unauthorized'] } },
      async ({ headers }) => {
        const given = headers.authorization?.replace(/^Bearer +/i, '') ?? ''
        if (adminToken === undefined || !isSame(given, adminToken))
          throw new DomainError('unauthenticated', 'Unauthorized')
      },
    ),
  }
}

/** In the same time, whatever is given. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}
