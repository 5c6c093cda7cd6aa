import { z } from 'zod'
import {
  announcePage,
  eventType,
  idParameter,
  listEventTypes,
  pageQuery,
  type App,
  type Once,
} from '@waypost/http'
import {
  automationChannel,
  automationEventNames,
  deriveFallbackSecret,
  filterResult,
  filterTrial,
  getWebhook,
  tryFilter,
  messagePreview,
  previewMessage,
} from '@waypost/webhooks'
import type { Authentication } from '../authentication.ts'
import { eventDescriptions } from '../event-descriptions.ts'
import { limitMessage } from '../limits/limit-reached.ts'
import type { ApiServices } from '../services.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listWebhooks } from './list-webhooks.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import {
  createdWebhook,
  messagePreviewInput,
  newWebhook,
  toWebhook,
  webhook,
  webhookChange,
} from './webhook.ts'

const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })
const eventTypes = listEventTypes(automationChannel.events, eventDescriptions)
const testInput = z
  .strictObject({
    event: z.enum(automationEventNames).optional().describe('`webhook.test` without it'),
  })
  .nullish()
const testResult = z.object({ status: z.number().int() })

export function webhookRoutes(
  app: App,
  services: ApiServices,
  { person }: Authentication,
  once: Once<ApiServices>,
): void {
  app.post(
    '/webhooks',
    {
      onRequest: person,
      config: { idempotent: true, errors: { 403: limitMessage('webhooks') } },
      schema: {
        operationId: 'createWebhook',
        summary: 'Register a webhook; `secret` is shown only once',
        body: newWebhook,
        response: { 201: createdWebhook },
      },
    },
    (request, reply) =>
      once(request, reply, 201, (inside) => createWebhook(inside, request.actor, request.body)),
  )
  app.get(
    '/webhooks',
    {
      onRequest: person,
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        querystring: page,
        response: { 200: z.array(webhook) },
      },
    },
    async (request, reply) => {
      const listed = await listWebhooks(services, request.actor, request.query)
      announcePage(request, reply, request.query, listed)
      return listed.items
    },
  )
  app.get(
    '/webhooks/fallback-secret',
    {
      onRequest: person,
      schema: {
        operationId: 'getFallbackSecret',
        summary: 'Get the secret that signs deliveries to a `webhookUrl` without a registered webhook',
        response: { 200: z.object({ secret: z.string() }) },
      },
    },
    (request) => ({ secret: deriveFallbackSecret(services.fallbackSecret, request.actor.ownerId) }),
  )
  app.post(
    '/webhooks/test-filter',
    {
      onRequest: person,
      schema: {
        operationId: 'testWebhookFilter',
        summary: 'Try a filter on the data of an event',
        body: filterTrial,
        response: { 200: filterResult },
      },
    },
    (request) => tryFilter(services.db, request.body),
  )
  app.post(
    '/webhooks/preview-message',
    {
      onRequest: person,
      schema: {
        operationId: 'previewWebhookMessage',
        summary: 'Show the message of a chat service for an example of an event',
        body: messagePreviewInput,
        response: { 200: messagePreview },
      },
    },
    ({ body }) => {
      const { example: data } = eventDescriptions[body.event]
      return previewMessage(automationChannel, { ...body, data, at: new Date(services.clock.now()) })
    },
  )
  app.get(
    '/event-types',
    {
      onRequest: person,
      schema: {
        operationId: 'listEventTypes',
        summary: 'List the events that webhooks can subscribe to',
        response: { 200: z.array(eventType) },
      },
    },
    () => eventTypes,
  )
  app.get(
    '/webhooks/:id',
    {
      onRequest: person,
      config: { errors: { 404: 'Webhook not found or unauthorized' } },
      schema: {
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        params: idParameter,
        response: { 200: webhook },
      },
    },
    async (request) => toWebhook(await getWebhook(services, request.actor, request.params.id)),
  )
  app.patch(
    '/webhooks/:id',
    {
      onRequest: person,
      config: { errors: { 404: 'Webhook not found or unauthorized' } },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change a webhook, or replace its secret',
        params: idParameter,
        body: webhookChange,
        response: { 200: webhook },
      },
    },
    (request) => updateWebhook(services, request.actor, request.params.id, request.body),
  )
  app.delete(
    '/webhooks/:id',
    {
      onRequest: person,
      config: { errors: { 404: 'Webhook not found or unauthorized' } },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook; pending deliveries are cancelled',
        params: idParameter,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await deleteWebhook(services, request.actor, request.params.id)
      return reply.code(204).send()
    },
  )
  app.post(
    '/webhooks/:id/test',
    {
      onRequest: person,
      config: {
        errors: {
          404: 'Webhook not found or unauthorized',
          502: 'The target URL did not answer: connection_refused',
          503: 'The test was not sent, because DNS does not answer here. That is not a fault of the target URL.',
        },
      },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send one `webhook.test`, or an example of another event, now, and return the response',
        params: idParameter,
        body: testInput,
        response: { 200: testResult },
      },
    },
    (request) => testWebhook(services, request.actor, request.params.id, request.body?.event),
  )
}
