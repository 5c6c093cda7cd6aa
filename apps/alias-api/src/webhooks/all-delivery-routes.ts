import { Readable } from 'node:stream'
import { z } from 'zod'
import { announceCursorPage, cursorQuery, limitAtATime, type App } from '@waypost/http'
import {
  deliveryQuery,
  exportDeliveries,
  exportsAtATime,
  listAllDeliveries,
  receivedDelivery,
  tooManyExports,
} from '@waypost/webhooks'
import { dataOf } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { eventName } from './webhook.ts'

const filter = deliveryQuery.extend({
  webhookId: z.uuid().optional().meta({ description: 'Only deliveries of this webhook' }),
  event: eventName.optional(),
})
const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 }).extend(filter.shape)
const lines = {
  content: { 'application/x-ndjson': { schema: z.custom<Readable>().meta({ type: 'string' }) } },
}

/** The deliveries of all webhooks of an account. */
export function allDeliveryRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  const closing = new AbortController()
  // Exports would keep the process from stopping.
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  const takePlace = limitAtATime(exportsAtATime, tooManyExports)

  app.get(
    '/api/v1/webhooks/deliveries',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'delivery.list_all' },
      schema: {
        operationId: 'listAllDeliveries',
        summary: 'List the deliveries of all webhooks',
        querystring: query,
        response: { 200: dataOf(z.array(receivedDelivery)) },
      },
    },
    async (request, reply) => {
      const { items, nextCursor } = await listAllDeliveries(services, request.actor, request.query)
      announceCursorPage(request, reply, { total: null, nextCursor })
      return { data: items }
    },
  )
  app.get(
    '/api/v1/webhooks/deliveries/export',
    {
      onRequest: allow('webhooks:manage'),
      config: { action: 'delivery.export', errors: { 429: tooManyExports } },
      schema: {
        operationId: 'exportDeliveries',
        summary: 'Export deliveries as NDJSON: one per line, newest first',
        querystring: filter,
        response: { 200: lines },
      },
    },
    async (request, reply) => {
      const giveBack = takePlace(request.actor.accountId)
      const disconnected = new AbortController()
      reply.raw.on('close', () => {
        disconnected.abort()
        giveBack()
      })
      const signal = AbortSignal.any([disconnected.signal, closing.signal])
      const exported = exportDeliveries(services, request.actor, request.query, signal)
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="deliveries.ndjson"')
        .send(Readable.from(exported, { highWaterMark: 1 }))
    },
  )
}
