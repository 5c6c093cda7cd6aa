import type { Readable } from 'node:stream'
import { idParameter, type App } from '@waypost/http'
import { z } from 'zod'
import { announceFile } from '../emails/announce-file.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { exportMailbox } from './export-mailbox.ts'

const mediaType = 'application/mbox'
const bytes = z.custom<Readable>().meta({ type: 'string', format: 'binary' })

export function mailboxExportRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  app.get(
    '/api/v1/addresses/:id/mbox',
    {
      onRequest: allow('emails:read'),
      config: { action: 'address.export', errors: { 404: 'Alias not found' } },
      schema: {
        operationId: 'exportAddress',
        summary: 'Download all emails of an alias as an mbox',
        params: idParameter,
        response: { 200: { content: { [mediaType]: { schema: bytes } } } },
      },
    },
    async (request, reply) => {
      const { filename, content } = await exportMailbox(services, request.actor, request.params.id)
      announceFile(reply, { filename, contentType: mediaType })
      return reply.send(content)
    },
  )
}
