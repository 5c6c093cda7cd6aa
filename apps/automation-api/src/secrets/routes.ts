import { z } from 'zod'
import type { App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { deleteSecret } from './delete-secret.ts'
import { listSecrets } from './list-secrets.ts'
import { saveSecret, tooManySecrets } from './save-secret.ts'
import { newSecret, secret, secretParameters } from './secret.ts'

/** The secrets of an account, whose values only runs read. */
export function secretRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/secrets',
    {
      onRequest: key('automation:read'),
      schema: {
        operationId: 'listSecrets',
        summary: 'List the secrets of the account by name, without their values',
        response: { 200: z.array(secret) },
      },
    },
    (request) => listSecrets(services, request.actor),
  )
  app.put(
    '/api/v1/secrets/:name',
    {
      onRequest: key('automation:write'),
      config: { errors: { 403: tooManySecrets } },
      schema: {
        operationId: 'saveSecret',
        summary: 'Save a secret, in place of an earlier one of that name',
        params: secretParameters,
        body: newSecret,
        response: { 200: secret },
      },
    },
    ({ actor, params, body }) => saveSecret(services, actor, params.name, body.value),
  )
  app.delete(
    '/api/v1/secrets/:name',
    {
      onRequest: key('automation:write'),
      config: { errors: { 404: 'Secret not found or unauthorized' } },
      schema: {
        operationId: 'deleteSecret',
        summary: 'Delete a secret permanently',
        params: secretParameters,
        response: { 204: z.undefined() },
      },
    },
    async ({ actor, params }, reply) => {
      await deleteSecret(services, actor, params.name)
      return reply.code(204).send()
    },
  )
}
