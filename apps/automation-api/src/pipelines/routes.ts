import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  announcePage,
  idParameter,
  namesVersion,
  pageQuery,
  searchText,
  versionTag,
  type App,
  type Once,
} from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import { limitMessage } from '../limits/limit-reached.ts'
import type { ApiServices } from '../services.ts'
import { createPipeline } from './create-pipeline.ts'
import { deletePipeline } from './delete-pipeline.ts'
import { getPipeline } from './get-pipeline.ts'
import { listPipelines } from './list-pipelines.ts'
import { newPipeline, pipeline, pipelineChange } from './pipeline.ts'
import { updatePipeline } from './update-pipeline.ts'

const query = pageQuery({ defaultLimit: 20, maxLimit: 100 }).extend({
  q: searchText.optional().meta({ description: 'A part of the name, case-insensitive' }),
})
const notModified = (reply: FastifyReply): never => reply.code(304).send() as never
const notFound = 'Pipeline not found or unauthorized'

export function pipelineRoutes(
  app: App,
  services: ApiServices,
  { key }: Authentication,
  once: Once<ApiServices>,
): void {
  app.post(
    '/api/v1/pipelines',
    {
      onRequest: key('pipeline:write'),
      config: {
        idempotent: true,
        tagged: true,
        errors: { 403: [limitMessage('pipelines'), limitMessage('pipelineMembers')] },
      },
      schema: {
        operationId: 'createPipeline',
        summary: 'Create a pipeline of automations',
        body: newPipeline,
        response: { 201: pipeline },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => {
        const created = await createPipeline(inside, request.actor, request.body)
        reply.header('etag', versionTag(created.version))
        return created
      }),
  )
  app.get(
    '/api/v1/pipelines',
    {
      onRequest: key('pipeline:read'),
      schema: {
        operationId: 'listPipelines',
        summary: 'List pipelines',
        querystring: query,
        response: { 200: z.array(pipeline) },
      },
    },
    async (request, reply) => {
      const listed = await listPipelines(services, request.actor, request.query)
      announcePage(request, reply, request.query, listed)
      return listed.items
    },
  )
  app.get(
    '/api/v1/pipelines/:id',
    {
      onRequest: key('pipeline:read'),
      config: { tagged: true, errors: { 404: notFound } },
      schema: {
        operationId: 'getPipeline',
        summary: 'Get a pipeline',
        params: idParameter,
        response: { 200: pipeline },
      },
    },
    async (request, reply) => {
      const found = await getPipeline(services, request.actor, request.params.id)
      reply.header('etag', versionTag(found.version))
      const known = request.headers['if-none-match']
      if (known !== undefined && namesVersion(known, found.version)) return notModified(reply)
      return found
    },
  )
  app.patch(
    '/api/v1/pipelines/:id',
    {
      onRequest: key('pipeline:write'),
      config: {
        tagged: true,
        errors: { 403: limitMessage('pipelineMembers'), 404: notFound, 412: 'Pipeline has changed' },
      },
      schema: {
        operationId: 'updatePipeline',
        summary: 'Change a pipeline; a run under way is not affected',
        params: idParameter,
        body: pipelineChange,
        response: { 200: pipeline },
      },
    },
    async (request, reply) => {
      const meant = request.headers['if-match']
      const isExpected = (version: number) => meant === undefined || namesVersion(meant, version)
      const { actor, params, body } = request
      const changed = await updatePipeline(services, actor, params.id, body, isExpected)
      reply.header('etag', versionTag(changed.version))
      return changed
    },
  )
  app.delete(
    '/api/v1/pipelines/:id',
    {
      onRequest: key('pipeline:write'),
      config: { errors: { 404: notFound } },
      schema: {
        operationId: 'deletePipeline',
        summary: 'Delete a pipeline with its runs; an active one is stopped',
        params: idParameter,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await deletePipeline(services, request.actor, request.params.id)
      return reply.code(204).send()
    },
  )
}
