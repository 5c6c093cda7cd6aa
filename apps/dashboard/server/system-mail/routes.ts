import { pageQuery, type App } from '@waypost/http'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { listSentEmails, sentEmail } from './list-sent-emails.ts'

const query = pageQuery({ defaultLimit: 20, maxLimit: 100 })
  .pick({ limit: true })
  .extend({ to: z.string().optional() })

/** For development without a mail server only: anybody can read all e-mails here. */
export function devOutboxRoutes(app: App, services: Services): void {
  app.get(
    '/dev/outbox',
    { schema: { querystring: query, response: { 200: z.object({ data: z.array(sentEmail) }) } } },
    async (request) => ({ data: await listSentEmails(services, request.query) }),
  )
}
