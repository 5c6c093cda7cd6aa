import { z } from 'zod'
import { announceCursorPage, cursorQuery, idParameter, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { deleteSession } from './delete-session.ts'
import { listSessions } from './list-sessions.ts'
import { session } from './session.ts'

export function sessionRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/sessions',
    {
      onRequest: key('automation:read'),
      schema: {
        operationId: 'listSessions',
        summary: 'List the sessions that runs have saved, newest first',
        querystring: cursorQuery({ defaultLimit: 20, maxLimit: 100 }),
        response: { 200: z.array(session) },
      },
    },
    async (request, reply) => {
      const page = await listSessions(services, request.actor, request.query)
      announceCursorPage(request, reply, page)
      return page.items
    },
  )
  app.delete(
    '/api/v1/sessions/:id',
    {
      onRequest: key('automation:write'),
      config: { errors: { 404: 'Session not found or unauthorized' } },
      schema: {
        operationId: 'deleteSession',
        summary: 'Delete a session permanently',
        params: idParameter,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await deleteSession(services, request.actor, request.params.id)
      return reply.code(204).send()
    },
  )
}
