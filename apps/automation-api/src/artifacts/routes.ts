import type { Readable } from 'node:stream'
import { z } from 'zod'
import { idParameter, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { artifact } from './artifact.ts'
import { listArtifacts } from './list-artifacts.ts'
import { openArtifact, openSignedArtifact } from './open-artifact.ts'
import { sendFile } from './send-file.ts'

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
      return sendFile(reply, await openArtifact(services, request.actor, id, artifactId))
    },
  )
  app.get(
    '/artifacts',
    { schema: { hide: true, querystring: z.object({ token: z.string().max(1000) }) } },
    async (request, reply) => sendFile(reply, await openSignedArtifact(services, request.query.token)),
  )
}
