import { Readable } from 'node:stream'
import { z } from 'zod'
import { announceCursorPage, cursorQuery, limitAtATime, type App } from '@waypost/http'
import {
  automationEventNames,
  deliveryQuery,
  exportDeliveries,
  exportsAtATime,
  listAllDeliveries,
  receivedDelivery,
  tooManyExports,
} from '@waypost/webhooks'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'

const filter = deliveryQuery.extend({
  webhookId: z.uuid().optional().meta({ description: 'Only deliveries of this webhook' }),
  event: z.enum(automationEventNames).optional(),
})
const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 }).extend(filter.shape)
const lines = {
  content: { 'application/x-ndjson': { schema: z.custom<Readable>().meta({ type: 'string' }) } },
}

/** The deliveries of all webhooks of an account. */
export function allDeliveryRoutes(app: App, services: ApiServices, { person }: Authentication): void {
  const closing = new AbortController()
  // Exports would keep the process from stopping.
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  const takePlace = limitAtATime(exportsAtATime, tooManyExports)

  app.get(
    '/webhooks/deliveries',
    {
      onRequest: person,
      schema: {
        operationId: 'listAllDeliveries',
        summary: 'List the deliveries of all webhooks',
        querystring: query,
        response: { 200: z.array(receivedDelivery) },
      },
    },
    async (request, reply) => {
      const listed = await listAllDeliveries(services, request.actor, request.query)
      announceCursorPage(request, reply, listed)
      return listed.items
    },
  )
  app.get(
    '/webhooks/deliveries/export',
    {
      onRequest: person,
      config: { errors: { 429: tooManyExports } },
      schema: {
        operationId: 'exportDeliveries',
        summary: 'Export deliveries as NDJSON: one per line, newest first',
        querystring: filter,
        response: { 200: lines },
      },
    },
    async (request, reply) => {
      const giveBack = takePlace(request.actor.ownerId)
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
