import { z } from 'zod'
import { announceCursorPage, cursorQuery, idParameter, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { execution, executionQuery } from './execution.ts'
import { getExecution } from './get-execution.ts'
import { listExecutions } from './list-executions.ts'

const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 }).extend(executionQuery.shape)

export function executionRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/executions',
    {
      onRequest: key('automation:read'),
      schema: {
        operationId: 'listExecutions',
        summary: 'List executions, newest first',
        querystring: query,
        response: { 200: z.array(execution) },
      },
    },
    async (request, reply) => {
      const page = await listExecutions(services, request.actor, request.query)
      announceCursorPage(request, reply, page)
      return page.items
    },
  )
  app.get(
    '/api/v1/executions/:id',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: 'Execution not found or unauthorized' } },
      schema: {
        operationId: 'getExecution',
        summary: 'Get an execution',
        params: idParameter,
        response: { 200: execution },
      },
    },
    (request) => getExecution(services, request.actor, request.params.id),
  )
}
