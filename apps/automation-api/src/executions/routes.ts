import { idParameter, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { execution } from './execution.ts'
import { getExecution } from './get-execution.ts'

export function executionRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/executions/:id',
    { onRequest: key('automation:read'), schema: { params: idParameter, response: { 200: execution } } },
    (request) => getExecution(services, request.actor, request.params.id),
  )
}
