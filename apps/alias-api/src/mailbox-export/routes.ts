import type { Readable } from 'node:stream'
import { idParameter, limitAtATime, type App } from '@waypost/http'
import { z } from 'zod'
import { announceFile } from '../email-files/announce-file.ts'
import type { Scope } from '../api-keys/scopes.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { exportEmails, tooManyExports } from './export-emails.ts'
import { exportMailbox } from './export-mailbox.ts'

const mediaType = 'application/mbox'
const zipType = 'application/zip'
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

  const closing = new AbortController()
  // An export that a client reads slowly would keep the process from stopping.
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  const takePlace = limitAtATime(1, tooManyExports)
  app.get(
    '/api/v1/emails/export',
    {
      onRequest: allow('emails:read'),
      config: { action: 'email.export', errors: { 429: tooManyExports } },
      schema: {
        operationId: 'exportEmails',
        summary: 'Download all emails as a zip, with an mbox of each alias and account.json',
        response: { 200: { content: { [zipType]: { schema: bytes } } } },
      },
    },
    async (request, reply) => {
      const giveBack = takePlace(request.actor.accountId)
      const disconnected = new AbortController()
      reply.raw.on('close', () => {
        disconnected.abort()
        giveBack()
      })
      const signal = AbortSignal.any([disconnected.signal, closing.signal])
      announceFile(reply, { filename: 'emails.zip', contentType: zipType })
      const { scopes } = request.caller!
      const may = (scope: Scope) => scopes === null || scopes.includes(scope)
      return reply.send(exportEmails(services, request.actor, may, signal))
    },
  )
}
