import { z } from 'zod'
import { announcePage, idParameter, pageQuery, revocation, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { heldAccess } from './held-access.ts'
import { keepHeldAccess } from './keep-held-access.ts'
import { listHeldAccess } from './list-held-access.ts'
import { revokeTokens } from './revoke-tokens.ts'

const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })
const noContent = { 204: z.undefined() }

/** What recovering an account asks of the service, and what its owner then decides. */
export function accountRoutes(app: App, services: ApiServices, { person }: Authentication): void {
  app.post(
    '/tokens/revoke',
    {
      onRequest: person,
      // For the issuer of the JWTs: whoever has one ends nothing that the issuer would not give anew.
      schema: {
        hide: true,
        body: revocation,
        response: noContent,
      },
    },
    async (request, reply) => {
      await revokeTokens(services, request.actor, request.tokenEpoch, request.body)
      return reply.code(204).send()
    },
  )
  app.get(
    '/held-access',
    {
      onRequest: person,
      schema: {
        operationId: 'listHeldAccess',
        summary: 'List the keys and webhooks that are off until their owner keeps them',
        querystring: page,
        response: { 200: z.array(heldAccess) },
      },
    },
    async (request, reply) => {
      const listed = await listHeldAccess(services, request.actor, request.query)
      announcePage(request, reply, request.query, listed)
      return listed.items
    },
  )
  app.post(
    '/held-access/:id/keep',
    {
      onRequest: person,
      config: { errors: { 404: 'Held access not found or unauthorized' } },
      schema: {
        operationId: 'keepHeldAccess',
        summary: 'Switch a held key or webhook on again',
        params: idParameter,
        response: noContent,
      },
    },
    async (request, reply) => {
      await keepHeldAccess(services, request.actor, request.params.id)
      return reply.code(204).send()
    },
  )
}
