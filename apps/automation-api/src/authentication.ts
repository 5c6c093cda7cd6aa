import type { FastifyRequest } from 'fastify'
import {
  createLastUsedRecorder,
  DomainError,
  registerJwt,
  requireCredential,
  type App,
  type CredentialHook,
  type JwtOptions,
} from '@waypost/http'
import { authenticateApiKey } from './api-keys/authenticate-api-key.ts'
import { recordKeyUse } from './api-keys/record-key-use.ts'
import type { Scope } from './api-keys/scopes.ts'
import type { Actor, ApiServices } from './services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the route's `onRequest` hook, before anything of the body is read. */
    actor: Actor
  }
}

export interface Authentication {
  /** Only for a person with a JWT; an API key is refused. */
  person: CredentialHook
  /** Only for an API key with the scopes. */
  key(...scopes: Scope[]): CredentialHook
}

/** The two kinds of credential, neither of which opens the other's routes. */
export function registerAuthentication(
  app: App,
  services: ApiServices,
  jwtOptions: JwtOptions,
): Authentication {
  app.decorateRequest('actor')
  const authenticateJwt = registerJwt(app, jwtOptions)
  const lastUsed = createLastUsedRecorder((usedAt) => recordKeyUse(services.db, usedAt), {
    onError: (error) => app.log.warn({ err: error }, 'could not record the use of keys'),
  })
  app.addHook('onClose', () => lastUsed.close())

  return {
    person: requireCredential(
      { schemes: ['jwt'], scopes: [], refusals: { 401: ['Unauthorized'] } },
      async (request) => {
        const { ownerId } = await authenticateJwt(request)
        request.actor = { ownerId, keyId: null, ip: request.ip }
      },
    ),
    key: (...scopes) => {
      const forbidden = `Insufficient permissions. Required scopes: ${scopes.join(', ')}`
      const refusals = { 401: ['API Key is missing', 'Invalid API Key'], 403: [forbidden] }
      return requireCredential(
        { schemes: ['apiKeyHeader', 'apiKeyQuery'], scopes, refusals },
        async (request) => {
          const { ownerId, keyId, scopes: granted } = await authenticateApiKey(services, rawKeyOf(request))
          lastUsed.record(keyId)
          request.actor = { ownerId, keyId, ip: request.ip }
          if (!scopes.every((scope) => granted.includes(scope))) throw new DomainError('forbidden', forbidden)
        },
      )
    },
  }
}

function rawKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key']
  if (header !== undefined) return String(header)
  const { apiKey } = request.query as Record<string, unknown>
  return typeof apiKey === 'string' ? apiKey : undefined
}
