import { z } from 'zod'
import { announceNextPage, idParameter, pageQuery, type App, type Once } from '@waypost/http'
import { dataOf, messageOnly } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { apiKey, createdApiKey, newApiKey } from './api-key.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'

const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })

export function apiKeyRoutes(
  app: App,
  services: ApiServices,
  { person }: Authentication,
  once: Once<ApiServices>,
): void {
  app.post(
    '/api-keys',
    {
      onRequest: person,
      config: {
        action: 'api_key.create',
        idempotent: true,
        errors: { 403: 'The API requires the Business plan' },
      },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key; `rawKey` is shown only in this response',
        body: newApiKey,
        response: { 201: dataOf(createdApiKey) },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => ({
        data: await createApiKey(inside, request.actor, request.body),
      })),
  )
  app.get(
    '/api-keys',
    {
      onRequest: person,
      config: { action: 'api_key.list' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys, including revoked ones, newest first',
        querystring: page,
        response: { 200: dataOf(z.array(apiKey)) },
      },
    },
    async (request, reply) => {
      const { items, hasMore } = await listApiKeys(services, request.actor, request.query)
      if (hasMore) announceNextPage(request, reply, request.query, items.length)
      return { data: items }
    },
  )
  app.delete(
    '/api-keys/:id',
    {
      onRequest: person,
      config: { action: 'api_key.revoke', errors: { 404: 'API key not found' } },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key for good',
        params: idParameter,
        response: { 200: messageOnly },
      },
    },
    async (request) => {
      await revokeApiKey(services, request.actor, request.params.id)
      return { message: 'API key revoked' }
    },
  )
}
