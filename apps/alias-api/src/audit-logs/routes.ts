import { z } from 'zod'
import { announceCursorPage, cursorQuery, searchText, type App } from '@waypost/http'
import { dataOf } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { auditLog } from './audit-log.ts'
import { listAuditLogs } from './list-audit-logs.ts'

const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 }).extend({
  action: searchText
    .optional()
    .meta({ description: 'Only this action, or all of one subject by its name', example: 'address' }),
  key_id: z.uuid().optional().meta({ description: 'Only what this API key has done' }),
  person_reads: z.enum(['true', 'false']).optional().meta({
    description: '`false`: without reads by a signed-in person, such as those of the dashboard’s pages',
  }),
})
const page = z.object({
  logs: z.array(auditLog),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})

export function auditLogRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  app.get(
    '/api/v1/audit-logs',
    {
      onRequest: allow(),
      config: { action: 'audit_log.list' },
      schema: {
        operationId: 'listAuditLogs',
        summary: 'List the account’s requests, with key and IP address, newest first',
        querystring: query,
        response: { 200: dataOf(page) },
      },
    },
    async (request, reply) => {
      const { limit, offset } = request.query
      const { items, total, nextCursor } = await listAuditLogs(services, request.actor, {
        ...request.query,
        keyId: request.query.key_id,
        hasPersonReads: request.query.person_reads !== 'false',
      })
      // The body carries the total, so no header does.
      announceCursorPage(request, reply, { total: null, nextCursor })
      return { data: { logs: items, total, limit, offset } }
    },
  )
}
