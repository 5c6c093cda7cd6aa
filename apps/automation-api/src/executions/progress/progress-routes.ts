import { Readable } from 'node:stream'
import { z } from 'zod'
import { idParameter, type App } from '@waypost/http'
import type { Authentication } from '../../authentication.ts'
import type { ApiServices } from '../../services.ts'
import { executionFailure, getExecutionFailure } from '../get-execution-failure.ts'
import { getStepScreenshot } from './get-step-screenshot.ts'
import { endId, writeProgressEvents } from './progress-events.ts'
import { watchExecution } from './watch-execution.ts'

const quietMs = 15_000
// A step that is not a number is an unknown step.
const stepParameters = idParameter.extend({
  number: z
    .string()
    .transform((text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0))
    .meta({ type: 'integer', minimum: 1 }),
})
const eventStream = {
  content: { 'text/event-stream': { schema: z.custom<Readable>().meta({ type: 'string' }) } },
}
const screenshot = {
  content: { 'image/jpeg': { schema: z.custom<Buffer>().meta({ type: 'string', format: 'binary' }) } },
}

/** Progress and screenshots of a run. */
export function progressRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  const closing = new AbortController()
  // Open streams would keep the process from stopping.
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })

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
      const disconnected = new AbortController()
      reply.raw.on('close', () => disconnected.abort())
      const signal = AbortSignal.any([disconnected.signal, closing.signal])
      const watched = await watchExecution(services, actor, params.id, { signal, quietMs })
      // A process that stops ends its streams, and does not wait for further requests on their connections.
      reply
        .header('connection', 'close')
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
      return reply.header('x-accel-buffering', 'no').send(Readable.from(writeProgressEvents(watched)))
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
