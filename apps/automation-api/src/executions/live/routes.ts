import { idParameter, registerUpgrades, type App } from '@waypost/http'
import type { Authentication } from '../../authentication.ts'
import type { ApiServices } from '../../services.ts'
import { createLiveView, liveView } from './create-live-view.ts'
import { passLiveView } from './pass-live-view.ts'

/** Views of running browsers. */
export function liveViewRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.post(
    '/api/v1/executions/:id/live-view',
    {
      onRequest: key('automation:execute'),
      config: { errors: { 404: 'Execution not found or unauthorized', 409: 'Execution is not running' } },
      schema: {
        operationId: 'createLiveView',
        summary: 'Open a live view of a running execution',
        params: idParameter,
        response: { 201: liveView },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createLiveView(services, request.actor, request.params.id)),
  )
  registerUpgrades(app, (upgrade) => passLiveView(services, upgrade))
}
