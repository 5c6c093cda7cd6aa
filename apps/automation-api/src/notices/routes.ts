import { z } from 'zod'
import type { App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { claimNotices } from './claim-notices.ts'
import { claimWaitingNotices } from './claim-waiting-notices.ts'
import { claimWebhookNotices } from './claim-webhook-notices.ts'
import { confirmNotices } from './confirm-notices.ts'
import { notice, waitingNotice, webhookNotice } from './notice.ts'

// An issuer of an earlier release names no kinds that it does not know; the first knew those about schedules only.
const wanted = z.object({ waiting: z.boolean().default(false), webhooks: z.boolean().default(false) })
const ids = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) })

/** For the issuer of the JWTs, which sends e-mails to owners. */
export function noticeRoutes(app: App, services: ApiServices, { issuer }: Authentication): void {
  app.post(
    '/notices/claim',
    {
      onRequest: issuer,
      schema: {
        hide: true,
        body: wanted,
        response: { 200: z.array(z.union([notice, waitingNotice, webhookNotice])) },
      },
    },
    async (request) => [
      ...(await claimNotices(services)),
      ...(request.body.waiting ? await claimWaitingNotices(services) : []),
      ...(request.body.webhooks ? await claimWebhookNotices(services) : []),
    ],
  )
  app.post(
    '/notices/confirm',
    { onRequest: issuer, schema: { hide: true, body: ids, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await confirmNotices(services, request.body.ids)
      return reply.code(204).send()
    },
  )
}
