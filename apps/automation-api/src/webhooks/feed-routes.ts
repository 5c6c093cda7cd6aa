import { z } from 'zod'
import { endTurn, idParameter, limitAtATime, type App } from '@waypost/http'
import { feedEvent, feedQuery, pullEvents, pullsAtATime, tooManyPulls } from '@waypost/webhooks'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'

/** The events of a webhook, for receivers that no request can reach. */
export function feedRoutes(app: App, services: ApiServices, { person }: Authentication): void {
  const closing = new AbortController()
  // Requests that wait would keep the process from stopping.
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  const takePlace = limitAtATime(pullsAtATime, tooManyPulls)

  app.get(
    '/webhooks/:id/events',
    {
      onRequest: person,
      config: { errors: { 404: 'Webhook not found or unauthorized', 429: tooManyPulls } },
      schema: {
        operationId: 'pullEvents',
        summary: 'Pull the next events of a webhook, and acknowledge earlier ones',
        params: idParameter,
        querystring: feedQuery,
        response: { 200: z.array(feedEvent) },
      },
    },
    async (request, reply) => {
      const giveBack = takePlace(request.actor.ownerId)
      const disconnected = new AbortController()
      reply.raw.on('close', () => disconnected.abort())
      const signal = AbortSignal.any([disconnected.signal, closing.signal])
      if (request.query.wait > 0) endTurn(request)
      try {
        const events = await pullEvents(services, request.actor, request.params.id, request.query, signal)
        return events
      } finally {
        giveBack()
      }
    },
  )
}
