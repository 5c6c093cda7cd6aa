import { announceCursorPage, cursorQuery, idParameter, type App } from '@waypost/http'
import { z } from 'zod'
import { dataOf } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { listSmtpLog } from './list-smtp-log.ts'
import { smtpLogEntry } from './smtp-log-entry.ts'

const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 })
const page = z.object({
  entries: z.array(smtpLogEntry),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})

export function smtpLogRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  app.get(
    '/api/v1/addresses/:id/smtp-log',
    {
      onRequest: allow('emails:read'),
      config: { action: 'address.list_smtp_log', errors: { 404: 'Alias not found' } },
      schema: {
        operationId: 'listSmtpLog',
        summary:
          'List the SMTP answers to servers that had mail for an alias, refusals included, newest first, for a week',
        params: idParameter,
        querystring: query,
        response: { 200: dataOf(page) },
      },
    },
    async (request, reply) => {
      const { limit, offset } = request.query
      const { id } = request.params
      const { items, total, nextCursor } = await listSmtpLog(services, request.actor, id, request.query)
      // The body carries the total, so no header does.
      announceCursorPage(request, reply, { total: null, nextCursor })
      return { data: { entries: items, total, limit, offset } }
    },
  )
}
