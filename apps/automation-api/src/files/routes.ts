import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { App } from '@waypost/http'
import { sendFile } from '../artifacts/send-file.ts'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { accountFile, BODY_LIMIT, fileParameters, newAccountFile } from './account-file.ts'
import { deleteFile } from './delete-file.ts'
import { listFiles } from './list-files.ts'
import { openFile } from './open-file.ts'
import { saveFile, tooManyFiles } from './save-file.ts'

const bytes = z.custom<Readable>().meta({ type: 'string', format: 'binary' })
const errors = { 404: 'File not found or unauthorized' }

/** The files of an account, which steps upload. */
export function fileRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/files',
    {
      onRequest: key('automation:read'),
      schema: {
        operationId: 'listFiles',
        summary: 'List the files of the account by name, without their contents',
        response: { 200: z.array(accountFile) },
      },
    },
    (request) => listFiles(services, request.actor),
  )
  app.get(
    '/api/v1/files/:name',
    {
      onRequest: key('automation:read'),
      config: { errors },
      schema: {
        operationId: 'getFile',
        summary: 'Download a file of the account',
        params: fileParameters,
        response: { 200: { content: { 'application/octet-stream': { schema: bytes } } } },
      },
    },
    async (request, reply) => sendFile(reply, await openFile(services, request.actor, request.params.name)),
  )
  app.put(
    '/api/v1/files/:name',
    {
      onRequest: key('automation:write'),
      bodyLimit: BODY_LIMIT,
      config: { errors: { 403: tooManyFiles } },
      schema: {
        operationId: 'saveFile',
        summary: 'Save a file, in place of an earlier one of that name',
        params: fileParameters,
        body: newAccountFile,
        response: { 200: accountFile },
      },
    },
    ({ actor, params, body }) => saveFile(services, actor, params.name, body),
  )
  app.delete(
    '/api/v1/files/:name',
    {
      onRequest: key('automation:write'),
      config: { errors },
      schema: {
        operationId: 'deleteFile',
        summary: 'Delete a file permanently',
        params: fileParameters,
        response: { 204: z.undefined() },
      },
    },
    async ({ actor, params }, reply) => {
      await deleteFile(services, actor, params.name)
      return reply.code(204).send()
    },
  )
}
