import { z } from 'zod'
import type { App } from '@waypost/http'
import type { Services } from '../services.ts'
import { listPublicKeys } from './list-public-keys.ts'
import { publicJwk } from './public-jwk.ts'

// Short, so that a retired key is soon refused everywhere.
const cacheControl = 'public, max-age=300'

export function signingKeyRoutes(app: App, services: Services): void {
  app.get(
    '/.well-known/jwks.json',
    { schema: { response: { 200: z.object({ keys: z.array(publicJwk) }) } } },
    async (_request, reply) => {
      const keys = await listPublicKeys(services)
      return reply.header('cache-control', cacheControl).send({ keys })
    },
  )
}
