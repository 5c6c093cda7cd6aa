import { z } from 'zod'
import { announcePage, idParameter, pageQuery, type App, type Once } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { apiKey, apiKeyChange, createdApiKey, newApiKey } from './api-key.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { getApiKey } from './get-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { updateApiKey } from './update-api-key.ts'

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
      config: { idempotent: true },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create a key; `rawKey` is shown only once',
        body: newApiKey,
        response: { 201: createdApiKey },
      },
    },
    (request, reply) =>
      once(request, reply, 201, (inside) => createApiKey(inside, request.actor, request.body)),
  )
  app.get(
    '/api-keys',
    {
      onRequest: person,
      schema: {
        operationId: 'listApiKeys',
        summary: 'List keys',
        querystring: page,
        response: { 200: z.array(apiKey) },
      },
    },
    async (request, reply) => {
      const listed = await listApiKeys(services, request.actor, request.query)
      announcePage(request, reply, request.query, listed)
      return listed.items
    },
  )
  app.get(
    '/api-keys/:id',
    {
      onRequest: person,
      config: { errors: { 404: 'API Key not found or unauthorized' } },
      schema: {
        operationId: 'getApiKey',
        summary: 'Get a key',
        params: idParameter,
        response: { 200: apiKey },
      },
    },
    (request) => getApiKey(services, request.actor, request.params.id),
  )
  app.patch(
    '/api-keys/:id',
    {
      onRequest: person,
      config: { errors: { 404: 'API Key not found or unauthorized' } },
      schema: {
        operationId: 'updateApiKey',
        summary: 'Rename, deactivate or reactivate a key',
        params: idParameter,
        body: apiKeyChange,
        response: { 200: apiKey },
      },
    },
    (request) => updateApiKey(services, request.actor, request.params.id, request.body),
  )
  app.delete(
    '/api-keys/:id',
    {
      onRequest: person,
      config: { errors: { 404: 'API Key not found or unauthorized' } },
      schema: {
        operationId: 'deleteApiKey',
        summary: 'Delete a key',
        params: idParameter,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await deleteApiKey(services, request.actor, request.params.id)
      return reply.code(204).send()
    },
  )
}
