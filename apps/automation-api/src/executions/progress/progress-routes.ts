import { z } from 'zod'
import { eventStream, idParameter, openEventStreams, quietMs, toEventStream, type App } from '@waypost/http'
import type { Authentication } from '../../authentication.ts'
import type { ApiServices } from '../../services.ts'
import { executionFailure, getExecutionFailure } from '../get-execution-failure.ts'
import { getStepScreenshot } from './get-step-screenshot.ts'
import { endId, writeProgressEvents } from './progress-events.ts'
import { watchExecution } from './watch-execution.ts'

// A step that is not a number is an unknown step.
const stepParameters = idParameter.extend({
  number: z
    .string()
    .transform((text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0))
    .meta({ type: 'integer', minimum: 1 }),
})
const screenshot = {
  content: { 'image/jpeg': { schema: z.custom<Buffer>().meta({ type: 'string', format: 'binary' }) } },
}

/** Progress and screenshots of a run. */
export function progressRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  const signalOf = openEventStreams(app)

  app.get(
    '/api/v1/executions/:id/events',
    {
      onRequest: key('automation:read'),
      config: {
        errors: { 404: 'Execution not found or unauthorized', 429: 'Too many event streams are open' },
      },
      schema: {
        operationId: 'watchExecution',
        summary:
          'Stream the execution’s progress: server-sent events `step`, `selfheal` and `execution`, up to its end',
        params: idParameter,
        response: { 200: eventStream, 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { actor, params } = request
      // An EventSource reconnects when a stream ends; only a 204 stops it.
      if (request.headers['last-event-id'] === endId) return reply.code(204).send(undefined)
      const signal = signalOf(reply)
      const watched = await watchExecution(services, actor, params.id, { signal, quietMs })
      return reply.send(toEventStream(reply, writeProgressEvents(watched)))
    },
  )
  app.get(
    '/api/v1/executions/:id/steps/:number/screenshot',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: 'Screenshot not found or unauthorized' } },
      schema: {
        operationId: 'getStepScreenshot',
        summary: 'Get the screenshot of a step',
        params: stepParameters,
        response: { 200: screenshot },
      },
    },
    async (request, reply) => {
      const { id, number } = request.params
      const image = await getStepScreenshot(services, request.actor, id, number)
      return reply.type('image/jpeg').header('cache-control', 'private, max-age=86400').send(image)
    },
  )
  app.get(
    '/api/v1/executions/:id/failure',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: 'Failure not found or unauthorized' } },
      schema: {
        operationId: 'getExecutionFailure',
        summary: 'Get the state of the page when a step failed',
        params: idParameter,
        response: { 200: executionFailure },
      },
    },
    (request) => getExecutionFailure(services, request.actor, request.params.id),
  )
}
