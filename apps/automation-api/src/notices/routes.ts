import { z } from 'zod'
import { resultsOfAll, type App, type CellServices } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { claimAllNotices } from './claim-all-notices.ts'
import { confirmNotices } from './confirm-notices.ts'
import { notice, queuedNotice, waitingNotice, webhookNotice } from './notice.ts'

// An issuer of an earlier release names no kinds that it does not know; the first knew those about schedules only.
const wanted = z.object({
  waiting: z.boolean().default(false),
  webhooks: z.boolean().default(false),
  kinds: z.array(z.string().max(50)).max(50).default([]).describe('Of the table of notices'),
})
const ids = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) })

/** For the issuer of the JWTs, which sends e-mails to owners. */
export function noticeRoutes(
  app: App,
  services: ApiServices,
  { issuer }: Authentication,
  findCells: () => CellServices<ApiServices>[],
): void {
  app.post(
    '/notices/claim',
    {
      onRequest: issuer,
      schema: {
        hide: true,
        body: wanted,
        response: { 200: z.array(z.union([notice, waitingNotice, webhookNotice, queuedNotice])) },
      },
    },
    async (request) =>
      (
        await resultsOfAll(request, services, findCells(), (each) => claimAllNotices(each, request.body))
      ).flat(),
  )
  app.post(
    '/notices/confirm',
    { onRequest: issuer, schema: { hide: true, body: ids, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await resultsOfAll(request, services, findCells(), (each) => confirmNotices(each, request.body.ids))
      return reply.code(204).send()
    },
  )
}
