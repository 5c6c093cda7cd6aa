import { z } from 'zod'
import { idParameter, type App, type Once } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import { limitMessage } from '../limits/limit-reached.ts'
import type { ApiServices } from '../services.ts'
import { acceptIntent } from './accept-intent.ts'
import { getIntent } from './get-intent.ts'
import { intent, newIntent } from './intent.ts'

const accepted = z.object({ intentId: z.uuid(), jobId: z.uuid(), status: z.literal('received') })

/** Requests in plain language. */
export function intentRoutes(
  app: App,
  services: ApiServices,
  { key }: Authentication,
  once: Once<ApiServices>,
): void {
  app.post(
    '/api/v1/intents',
    {
      onRequest: key('automation:execute'),
      config: {
        idempotent: true,
        errors: {
          429: [
            limitMessage('runMinutesPerDay'),
            limitMessage('waitingIntents'),
            limitMessage('waitingJobs'),
          ],
        },
      },
      schema: {
        operationId: 'acceptIntent',
        summary:
          'Request something in plain language: it runs the automation that is meant, or, where the key has ' +
          '`automation:write` and there is none, writes a draft of one',
        body: newIntent,
        response: { 202: accepted },
      },
    },
    (request, reply) => {
      const mayGenerate = request.scopes.includes('automation:write')
      return once(request, reply, 202, (inside) =>
        acceptIntent(inside, request.actor, request.body, mayGenerate),
      )
    },
  )
  app.get(
    '/api/v1/intents/:id',
    {
      onRequest: key('automation:execute'),
      config: { errors: { 404: 'Intent not found or unauthorized' } },
      schema: {
        operationId: 'getIntent',
        summary: 'Get an intent and its outcome',
        params: idParameter,
        response: { 200: intent },
      },
    },
    (request) => getIntent(services, request.actor, request.params.id),
  )
}
