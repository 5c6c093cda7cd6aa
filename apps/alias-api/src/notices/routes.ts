import { z } from 'zod'
import { resultsOfAll, type App, type CellServices } from '@waypost/http'
import type { ApiServices, Authentication } from '../services.ts'
import { claimNotices } from './claim-notices.ts'
import { confirmNotices } from './confirm-notices.ts'
import { notice } from './notice.ts'

const wanted = z.object({ kinds: z.array(z.string().max(50)).max(50) })
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
    { onRequest: issuer, schema: { hide: true, body: wanted, response: { 200: z.array(notice) } } },
    async (request) =>
      (
        await resultsOfAll(request, services, findCells(), (each) => claimNotices(each, request.body.kinds))
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
