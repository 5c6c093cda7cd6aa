import { z } from 'zod'
import {
  announceNextPage,
  eventType,
  idParameter,
  listEventTypes,
  pageQuery,
  type App,
  type Once,
} from '@waypost/http'
import {
  aliasChannel,
  filterResult,
  filterTrial,
  messagePreview,
  previewMessage,
  tryFilter,
} from '@waypost/webhooks'
import { dataOf, messageOnly } from '../answers/answer-schemas.ts'
import { eventDescriptions } from '../open-api/event-descriptions.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getWebhook } from './get-webhook.ts'
import { listWebhooks } from './list-webhooks.ts'
import { updateWebhook } from './update-webhook.ts'
import { createdWebhook, messagePreviewInput, newWebhook, webhook, webhookChange } from './webhook.ts'

const eventTypes = listEventTypes(aliasChannel.events, eventDescriptions)
const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })

export function webhookRoutes(
  app: App,
  services: ApiServices,
  { allow }: Authentication,
  once: Once<ApiServices>,
): void {
  app.post(
    '/api/v1/webhooks',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'webhook.create', errors: { 403: 'Webhook limit reached: …' }, idempotent: true },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook; `secret` is shown only in this response',
        body: newWebhook,
        response: { 201: dataOf(createdWebhook) },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => ({
        data: await createWebhook(inside, request.actor, request.body),
      })),
  )
  app.get(
    '/api/v1/webhooks',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'webhook.list' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks, newest first',
        querystring: page,
        response: { 200: dataOf(z.array(webhook)) },
      },
    },
    async (request, reply) => {
      const { items, hasMore } = await listWebhooks(services, request.actor, request.query)
      if (hasMore) announceNextPage(request, reply, request.query, items.length)
      return { data: items }
    },
  )
  app.post(
    '/api/v1/webhooks/test-filter',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'webhook.test_filter' },
      schema: {
        operationId: 'testWebhookFilter',
        summary: 'Try a filter on the data of an event',
        body: filterTrial,
        response: { 200: dataOf(filterResult) },
      },
    },
    async (request) => ({ data: await tryFilter(services.db, request.body) }),
  )
  app.post(
    '/api/v1/webhooks/preview-message',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'webhook.preview_message' },
      schema: {
        operationId: 'previewWebhookMessage',
        summary: 'Show the message of a chat service for an example of an event',
        body: messagePreviewInput,
        response: { 200: dataOf(messagePreview) },
      },
    },
    ({ body }) => {
      const { example: data } = eventDescriptions[body.event]
      return { data: previewMessage(aliasChannel, { ...body, data, at: new Date(services.clock.now()) }) }
    },
  )
  app.get(
    '/api/v1/event-types',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'event_type.list' },
      schema: {
        operationId: 'listEventTypes',
        summary: 'List the events that webhooks can subscribe to',
        response: { 200: dataOf(z.array(eventType)) },
      },
    },
    () => ({ data: eventTypes }),
  )
  app.get(
    '/api/v1/webhooks/:id',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'webhook.read', errors: { 404: 'Webhook not found' } },
      schema: {
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        params: idParameter,
        response: { 200: dataOf(webhook) },
      },
    },
    async (request) => ({ data: await getWebhook(services, request.actor, request.params.id) }),
  )
  app.patch(
    '/api/v1/webhooks/:id',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'webhook.update', errors: { 404: 'Webhook not found' } },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Update a webhook, replace its secret, or enable it again',
        params: idParameter,
        body: webhookChange,
        response: { 200: dataOf(webhook) },
      },
    },
    async (request) => ({
      data: await updateWebhook(services, request.actor, request.params.id, request.body),
    }),
  )
  app.delete(
    '/api/v1/webhooks/:id',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'webhook.delete', errors: { 404: 'Webhook not found' } },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook; its pending deliveries are cancelled',
        params: idParameter,
        response: { 200: messageOnly },
      },
    },
    async (request) => {
      await deleteWebhook(services, request.actor, request.params.id)
      return { message: 'Webhook deleted' }
    },
  )
}
