import { z } from 'zod'
import { announceNextPage, idParameter, pageQuery, revocation, type App } from '@waypost/http'
import { dataOf, messageOnly } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { heldAccess } from './held-access.ts'
import { keepHeldAccess } from './keep-held-access.ts'
import { listHeldAccess } from './list-held-access.ts'
import { revokeTokens } from './revoke-tokens.ts'

const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })

/** Routes that revoke tokens when an account is recovered, and that let its owner review what was put on hold. */
export function heldAccessRoutes(app: App, services: ApiServices, { person }: Authentication): void {
  app.post(
    '/tokens/revoke',
    {
      onRequest: person,
      config: { action: 'account.revoke_tokens' },
      // Called by the issuer of the JWTs. Anybody who holds such a JWT could only revoke tokens that the issuer would
      // issue again.
      schema: {
        hide: true,
        body: revocation,
        response: { 200: messageOnly },
      },
    },
    async (request) => {
      await revokeTokens(services, request.actor, request.caller!.tokenEpoch, request.body)
      return { message: 'Earlier tokens are refused' }
    },
  )
  app.get(
    '/held-access',
    {
      onRequest: person,
      config: { action: 'held_access.list' },
      schema: {
        operationId: 'listHeldAccess',
        summary: 'List the keys, webhooks and rules that are on hold until their owner confirms them',
        querystring: page,
        response: { 200: dataOf(z.array(heldAccess)) },
      },
    },
    async (request, reply) => {
      const { items, total } = await listHeldAccess(services, request.actor, request.query)
      if (request.query.offset + items.length < total)
        announceNextPage(request, reply, request.query, items.length)
      return { data: items }
    },
  )
  app.post(
    '/held-access/:id/keep',
    {
      onRequest: person,
      config: { action: 'held_access.keep', errors: { 404: 'Held access not found' } },
      schema: {
        operationId: 'keepHeldAccess',
        summary: 'Switch a key, webhook or rule on hold back on',
        params: idParameter,
        response: { 200: messageOnly },
      },
    },
    async (request) => {
      await keepHeldAccess(services, request.actor, request.params.id)
      return { message: 'Switched back on' }
    },
  )
}
