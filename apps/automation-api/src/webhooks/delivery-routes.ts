import { z } from 'zod'
import { announceCursorPage, cursorQuery, idParameter, type App, type Once } from '@waypost/http'
import {
  automationEventNames,
  deliveryQuery,
  getHealth,
  listOwnDeliveries,
  loggedDelivery,
  recovery,
  recoveryResult,
  webhookHealth,
} from '@waypost/webhooks'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { recoverWebhook } from './recover-webhook.ts'
import { redeliverDelivery } from './redeliver-delivery.ts'

const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 }).extend({
  ...deliveryQuery.shape,
  event: z.enum(automationEventNames).optional(),
})
const deliveryParameters = idParameter.extend({ deliveryId: idParameter.shape.id })
const noInput = z.strictObject({}).nullish()

/** The delivery log of a webhook, its health, and redelivery. */
export function deliveryRoutes(
  app: App,
  services: ApiServices,
  { person }: Authentication,
  once: Once<ApiServices>,
): void {
  app.get(
    '/webhooks/:id/deliveries',
    {
      onRequest: person,
      config: { errors: { 404: 'Webhook not found or unauthorized' } },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List a webhook’s deliveries with their responses',
        params: idParameter,
        querystring: query,
        response: { 200: z.array(loggedDelivery) },
      },
    },
    async (request, reply) => {
      const page = await listOwnDeliveries(services, request.actor, request.params.id, request.query)
      announceCursorPage(request, reply, page)
      return page.items
    },
  )
  app.get(
    '/webhooks/:id/health',
    {
      onRequest: person,
      config: { errors: { 404: 'Webhook not found or unauthorized' } },
      schema: {
        operationId: 'getWebhookHealth',
        summary: 'Get a webhook’s success rate, response times and last errors',
        params: idParameter,
        response: { 200: webhookHealth },
      },
    },
    (request) => getHealth(services, request.actor, request.params.id),
  )
  app.post(
    '/webhooks/:id/deliveries/:deliveryId/redeliver',
    {
      onRequest: person,
      config: {
        idempotent: true,
        errors: { 404: 'Delivery not found or unauthorized', 409: 'Webhook is not active' },
      },
      schema: {
        operationId: 'redeliverDelivery',
        summary: 'Redeliver a delivery under the same id',
        params: deliveryParameters,
        body: noInput,
        response: { 202: loggedDelivery },
      },
    },
    (request, reply) =>
      once(request, reply, 202, (inside) => {
        const { id, deliveryId } = request.params
        return redeliverDelivery(inside, request.actor, id, deliveryId)
      }),
  )
  app.post(
    '/webhooks/:id/recover',
    {
      onRequest: person,
      config: { errors: { 404: 'Webhook not found or unauthorized', 409: 'Webhook is not active' } },
      schema: {
        operationId: 'recoverWebhook',
        summary: 'Redeliver deliveries that failed or were cancelled since a time, or count them',
        params: idParameter,
        body: recovery.extend({
          event: z.enum(automationEventNames).optional().describe('Only those of this event'),
        }),
        response: { 202: recoveryResult },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await recoverWebhook(services, request.actor, request.params.id, request.body)),
  )
}
