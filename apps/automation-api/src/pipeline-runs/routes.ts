import { z } from 'zod'
import { announceCursorPage, cursorQuery, idParameter, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { getPipelineRun } from './get-pipeline-run.ts'
import { listPipelineRuns } from './list-pipeline-runs.ts'
import { pipelineRun, pipelineRunQuery } from './pipeline-run.ts'

const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 }).extend(pipelineRunQuery.shape)

export function pipelineRunRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/pipeline-runs',
    {
      onRequest: key('pipeline:read'),
      schema: {
        operationId: 'listPipelineRuns',
        summary: 'List pipeline runs, newest first',
        querystring: query,
        response: { 200: z.array(pipelineRun) },
      },
    },
    async (request, reply) => {
      const page = await listPipelineRuns(services, request.actor, request.query)
      announceCursorPage(request, reply, page)
      return page.items
    },
  )
  app.get(
    '/api/v1/pipeline-runs/:id',
    {
      onRequest: key('pipeline:read'),
      config: { errors: { 404: 'Pipeline run not found or unauthorized' } },
      schema: {
        operationId: 'getPipelineRun',
        summary: 'Get a pipeline run, with the outcome of each automation',
        params: idParameter,
        response: { 200: pipelineRun },
      },
    },
    (request) => getPipelineRun(services, request.actor, request.params.id),
  )
}
