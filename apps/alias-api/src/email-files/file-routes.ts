import type { Readable } from 'node:stream'
import { idParameter, type App } from '@waypost/http'
import { z } from 'zod'
import type { ApiServices, Authentication } from '../services.ts'
import { announceFile } from './announce-file.ts'
import { getAttachment } from './get-attachment.ts'
import { getRawEmail } from './get-raw-email.ts'

const attachmentParameters = idParameter.extend({ attachmentId: idParameter.shape.id })
const bytes = z.custom<Buffer | Readable>().meta({ type: 'string', format: 'binary' })

/** The files of an email. */
export function emailFileRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  app.get(
    '/api/v1/emails/:id/attachments/:attachmentId',
    {
      onRequest: allow('emails:read'),
      config: { action: 'email.read_attachment', errors: { 404: 'Attachment not found' } },
      schema: {
        operationId: 'getAttachment',
        summary: 'Download an attachment',
        params: attachmentParameters,
        response: { 200: { content: { 'application/octet-stream': { schema: bytes } } } },
      },
    },
    async (request, reply) => {
      const { id, attachmentId } = request.params
      const file = await getAttachment(services, request.actor, id, attachmentId)
      announceFile(reply, file)
      return reply.send(file.content)
    },
  )
  app.get(
    '/api/v1/emails/:id/raw',
    {
      onRequest: allow('emails:read'),
      config: { action: 'email.read_raw', errors: { 404: 'Email not found' } },
      schema: {
        operationId: 'getRawEmail',
        summary: 'Download the raw message, byte for byte as it was received or sent',
        params: idParameter,
        response: { 200: { content: { 'message/rfc822': { schema: bytes } } } },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { content, size } = await getRawEmail(services, request.actor, id)
      announceFile(reply, { filename: `${id}.eml`, contentType: 'message/rfc822', size })
      return reply.send(content)
    },
  )
}
