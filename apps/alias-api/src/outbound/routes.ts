import { pageQuery, type App } from '@waypost/http'
import { z } from 'zod'
import { dataOf } from '../answers/answer-schemas.ts'
import type { ApiServices } from '../services.ts'
import { caughtMessage } from './caught-mail.ts'
import { listCaughtMail } from './list-caught-mail.ts'

const query = pageQuery({ defaultLimit: 20, maxLimit: 100 })
  .pick({ limit: true })
  .extend({ to: z.string().optional() })

/** For development without a mail server only: shows everybody's mail to anybody. */
export function devOutboxRoutes(app: App, services: ApiServices): void {
  app.get(
    '/dev/outbox',
    {
      schema: {
        operationId: 'listCaughtMail',
        summary:
          'List messages that were not sent for lack of a mail server, newest first; only in development',
        querystring: query,
        response: { 200: dataOf(z.array(caughtMessage)) },
      },
    },
    async (request) => ({ data: await listCaughtMail(services, request.query) }),
  )
}
