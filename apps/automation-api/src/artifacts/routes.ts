import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { idParameter, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { artifact } from './artifact.ts'
import { listArtifacts } from './list-artifacts.ts'
import { openArtifact, openSignedArtifact, type OpenedArtifact } from './open-artifact.ts'

const artifactParameters = idParameter.extend({ artifactId: z.uuid() })
const bytes = z.custom<Readable>().meta({ type: 'string', format: 'binary' })
const errors = { 404: 'Artifact not found or unauthorized' }

/** The files of executions. */
export function artifactRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/executions/:id/artifacts',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: 'Execution not found or unauthorized' } },
      schema: {
        operationId: 'listArtifacts',
        summary: 'List the files of an execution: downloads, PDFs, screenshots, long data and traces',
        params: idParameter,
        response: { 200: z.array(artifact) },
      },
    },
    (request) => listArtifacts(services, request.actor, request.params.id),
  )
  app.get(
    '/api/v1/executions/:id/artifacts/:artifactId',
    {
      onRequest: key('automation:read'),
      config: { errors },
      schema: {
        operationId: 'getArtifact',
        summary: 'Download a file of an execution',
        params: artifactParameters,
        response: { 200: { content: { 'application/octet-stream': { schema: bytes } } } },
      },
    },
    async (request, reply) => {
      const { id, artifactId } = request.params
      return send(reply, await openArtifact(services, request.actor, id, artifactId))
    },
  )
  app.get(
    '/artifacts',
    { schema: { hide: true, querystring: z.object({ token: z.string().max(1000) }) } },
    async (request, reply) => send(reply, await openSignedArtifact(services, request.query.token)),
  )
}

/** As a file to keep: what a page has sent is never shown on this origin. */
function send(reply: FastifyReply, { name, contentType, size, content }: OpenedArtifact): FastifyReply {
  const written = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)!.toString(16)}`,
  )
  return reply
    .header('content-disposition', `attachment; filename*=UTF-8''${written}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .header('content-length', size)
    .type(contentType)
    .send(Readable.from(content))
}
