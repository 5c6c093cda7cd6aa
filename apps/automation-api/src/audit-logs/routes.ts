import { z } from 'zod'
import { announceCursorPage, cursorQuery, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { auditLog, auditLogQuery } from './audit-log.ts'
import { listAuditLogs } from './list-audit-logs.ts'

const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 }).extend(auditLogQuery.shape)

export function auditLogRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/audit-logs',
    {
      onRequest: key('audit:read'),
      schema: {
        operationId: 'listAuditLogs',
        summary: 'List the audit log, newest first',
        querystring: query,
        response: { 200: z.array(auditLog) },
      },
    },
    async (request, reply) => {
      const page = await listAuditLogs(services, request.actor, request.query)
      announceCursorPage(request, reply, page)
      return page.items
    },
  )
}
