import type { App } from '@waypost/http'
import { announceRetry } from '../attempts/announce-retry.ts'
import type { Services } from '../services.ts'
import { refreshTokens } from '../tokens/refresh-tokens.ts'
import { refreshRequest, tokens } from '../tokens/tokens.ts'
import { login, newAccount } from './account.ts'
import { logIn } from './log-in.ts'
import { register } from './register.ts'

// RFC 6749, 5.1: caches must not store tokens.
const noStore = { 'cache-control': 'no-store' }

export function accountRoutes(app: App, services: Services): void {
  app.post(
    '/auth/register',
    { errorHandler: announceRetry, schema: { body: newAccount, response: { 201: tokens } } },
    async (request, reply) => {
      const issued = await register(services, request.body, request.ip)
      return reply.code(201).headers(noStore).send(issued)
    },
  )
  app.post(
    '/auth/login',
    { errorHandler: announceRetry, schema: { body: login, response: { 200: tokens } } },
    async (request, reply) => reply.headers(noStore).send(await logIn(services, request.body, request.ip)),
  )
  app.post(
    '/auth/refresh',
    { errorHandler: announceRetry, schema: { body: refreshRequest, response: { 200: tokens } } },
    async (request, reply) =>
      reply.headers(noStore).send(await refreshTokens(services, request.body, request.ip)),
  )
}
