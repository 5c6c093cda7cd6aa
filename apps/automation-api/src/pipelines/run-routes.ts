import { z } from 'zod'
import { idParameter, type App, type Once } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import { triggerInput } from '../automations/trigger-automation.ts'
import { limitMessage } from '../limits/limit-reached.ts'
import type { ApiServices } from '../services.ts'
import { getPipelineStatus } from './get-pipeline-status.ts'
import { stopPipeline } from './stop-pipeline.ts'
import { triggerPipeline } from './trigger-pipeline.ts'

const status = z.object({ isRunning: z.boolean() })
const noInput = z.strictObject({}).nullish()
const triggered = z.object({ pipelineRunId: z.uuid(), status: z.literal('pending') })
const stopping = z.object({ pipelineRunId: z.uuid(), status: z.literal('stopping') })
const notFound = 'Pipeline not found or unauthorized'

/** Starting and stopping a pipeline, and its status. */
export function pipelineControlRoutes(
  app: App,
  services: ApiServices,
  { key }: Authentication,
  once: Once<ApiServices>,
): void {
  app.get(
    '/api/v1/pipelines/:id/status',
    {
      onRequest: key('pipeline:read'),
      config: { errors: { 404: notFound } },
      schema: {
        operationId: 'getPipelineStatus',
        summary: 'Get whether the pipeline is running',
        params: idParameter,
        response: { 200: status },
      },
    },
    (request) => getPipelineStatus(services, request.actor, request.params.id),
  )
  app.post(
    '/api/v1/pipelines/:id/trigger',
    {
      onRequest: key('pipeline:execute'),
      config: {
        idempotent: true,
        errors: {
          404: notFound,
          409: 'Pipeline is already running',
          429: [limitMessage('waitingRuns'), limitMessage('runMinutesPerDay')],
        },
      },
      schema: {
        operationId: 'triggerPipeline',
        summary: 'Start a pipeline; its automations run one after the other',
        params: idParameter,
        body: triggerInput.nullish(),
        response: { 202: triggered },
      },
    },
    (request, reply) =>
      once(request, reply, 202, (inside) =>
        triggerPipeline(inside, request.actor, request.params.id, request.body ?? {}),
      ),
  )
  app.post(
    '/api/v1/pipelines/:id/stop',
    {
      onRequest: key('pipeline:execute'),
      config: { errors: { 404: notFound, 409: 'Pipeline is not running' } },
      schema: {
        operationId: 'stopPipeline',
        summary: 'Stop the active run, and the automation in it',
        params: idParameter,
        body: noInput,
        response: { 202: stopping },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await stopPipeline(services, request.actor, request.params.id)),
  )
}
