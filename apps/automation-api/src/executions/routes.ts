import { z } from 'zod'
import { announceCursorPage, cursorQuery, idParameter, type App } from '@waypost/http'
import { receivedDelivery } from '@waypost/webhooks'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { execution, executionQuery } from './execution.ts'
import { getExecution } from './get-execution.ts'
import { executionVariables, getExecutionVariables } from './get-execution-variables.ts'
import { listExecutionDeliveries } from './list-execution-deliveries.ts'
import { listExecutions } from './list-executions.ts'

const pageQuery = cursorQuery({ defaultLimit: 20, maxLimit: 100 })
const query = pageQuery.extend(executionQuery.shape)
const errors = { 404: 'Execution not found or unauthorized' }

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
      config: { errors },
      schema: {
        operationId: 'getExecution',
        summary: 'Get an execution',
        params: idParameter,
        response: { 200: execution },
      },
    },
    (request) => getExecution(services, request.actor, request.params.id),
  )
  app.get(
    '/api/v1/executions/:id/variables',
    {
      // Whoever may not run the automation need not know with what it ran.
      onRequest: key('automation:execute'),
      config: { errors },
      schema: {
        operationId: 'getExecutionVariables',
        summary: 'Get the values that an execution was given, to run again with them',
        params: idParameter,
        response: { 200: executionVariables },
      },
    },
    (request) => getExecutionVariables(services, request.actor, request.params.id),
  )
  app.get(
    '/api/v1/executions/:id/deliveries',
    {
      onRequest: key('automation:read'),
      config: { errors },
      schema: {
        operationId: 'listExecutionDeliveries',
        summary: 'List the deliveries about an execution and its job, to every receiver',
        params: idParameter,
        querystring: pageQuery,
        response: { 200: z.array(receivedDelivery) },
      },
    },
    async (request, reply) => {
      const page = await listExecutionDeliveries(services, request.actor, request.params.id, request.query)
      announceCursorPage(request, reply, page)
      return page.items
    },
  )
}
