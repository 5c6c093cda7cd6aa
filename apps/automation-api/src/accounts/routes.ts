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

/** The routes for recovering an account, and for the owner's decisions after it. */
export function accountRoutes(app: App, services: ApiServices, { person }: Authentication): void {
  app.post(
    '/tokens/revoke',
    {
      onRequest: person,
      // For the issuer of the JWTs: a caller with a JWT can revoke only tokens that the issuer would issue again.
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
        summary: 'List the held keys, webhooks and schedules',
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
        summary: 'Activate a held key, webhook or schedule again',
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
