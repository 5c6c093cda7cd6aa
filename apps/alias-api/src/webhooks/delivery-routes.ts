import { z } from 'zod'
import { announceCursorPage, cursorQuery, idParameter, type App, type Once } from '@waypost/http'
import {
  deliveryQuery,
  getHealth,
  listOwnDeliveries,
  loggedDelivery,
  recovery,
  recoveryResult,
  webhookHealth,
} from '@waypost/webhooks'
import { dataOf } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { recoverWebhook } from './recover-webhook.ts'
import { redeliverDelivery } from './redeliver-delivery.ts'
import { eventName } from './webhook.ts'

const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 }).extend({
  ...deliveryQuery.shape,
  event: eventName.optional(),
})
const deliveryParameters = idParameter.extend({ deliveryId: idParameter.shape.id })
const noInput = z.strictObject({}).nullish()

/** The delivery log of a webhook, its health, and the ways to resend. */
export function deliveryRoutes(
  app: App,
  services: ApiServices,
  { allow }: Authentication,
  once: Once<ApiServices>,
): void {
  app.get(
    '/api/v1/webhooks/:id/deliveries',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'delivery.list', errors: { 404: 'Webhook not found' } },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List a webhook’s deliveries, with the answer to each attempt',
        params: idParameter,
        querystring: query,
        response: { 200: dataOf(z.array(loggedDelivery)) },
      },
    },
    async (request, reply) => {
      const { items, nextCursor } = await listOwnDeliveries(
        services,
        request.actor,
        request.params.id,
        request.query,
      )
      announceCursorPage(request, reply, { total: null, nextCursor })
      return { data: items }
    },
  )
  app.get(
    '/api/v1/webhooks/:id/health',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'webhook.read_health', errors: { 404: 'Webhook not found' } },
      schema: {
        operationId: 'getWebhookHealth',
        summary: 'Get a webhook’s success rate, response times and last errors',
        params: idParameter,
        response: { 200: dataOf(webhookHealth) },
      },
    },
    async (request) => ({ data: await getHealth(services, request.actor, request.params.id) }),
  )
  app.post(
    '/api/v1/webhooks/:id/deliveries/:deliveryId/redeliver',
    {
      onRequest: allow('webhooks:manage'),
      config: {
        action: 'delivery.redeliver',
        idempotent: true,
        errors: { 404: 'Delivery not found', 409: 'Webhook is not active' },
      },
      schema: {
        operationId: 'redeliverDelivery',
        summary: 'Resend a delivery, with the same id',
        params: deliveryParameters,
        body: noInput,
        response: { 202: dataOf(loggedDelivery) },
      },
    },
    (request, reply) =>
      once(request, reply, 202, async (inside) => {
        const { id, deliveryId } = request.params
        return { data: await redeliverDelivery(inside, request.actor, id, deliveryId) }
      }),
  )
  app.post(
    '/api/v1/webhooks/:id/recover',
    {
      onRequest: allow('webhooks:manage'),
      config: {
        action: 'webhook.recover',
        errors: { 404: 'Webhook not found', 409: 'Webhook is not active' },
      },
      schema: {
        operationId: 'recoverWebhook',
        summary: 'Resend deliveries that failed or were cancelled since a time, or count them',
        params: idParameter,
        body: recovery.extend({ event: eventName.optional().describe('Only those of this event') }),
        response: { 202: dataOf(recoveryResult) },
      },
    },
    async (request, reply) => {
      const data = await recoverWebhook(services, request.actor, request.params.id, request.body)
      return reply.code(202).send({ data })
    },
  )
}
