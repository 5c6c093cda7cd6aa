import { idParameter, type App } from '@waypost/http'
import { z } from 'zod'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import { answerUpstreamError } from '../upstreams/answer-upstream-error.ts'
import type { Credentials } from '../upstreams/credentials.ts'
import { foldedQuotes, framePolicy, frameStart } from './frame-policy.ts'
import { getMail } from './get-mail.ts'
import { inlineImages } from './inline-images.ts'

const query = z.object({
  images: z.literal('remote').optional(),
  quotes: z.literal('folded').optional(),
})

/** Serves an email's HTML as a separate document for a frame, because within a page it would be under the page's policy. */
export function mailFrameRoutes(
  app: App,
  services: Services,
  credentials: Credentials,
  { signedIn }: Authentication,
): void {
  app.get(
    '/mail-frames/:id',
    {
      onRequest: signedIn,
      errorHandler: answerUpstreamError,
      schema: { params: idParameter, querystring: query },
    },
    async ({ session, params, query: { images, quotes } }, reply) => {
      const asker = { services, credentials, session }
      const html = await inlineImages(asker, params.id, await getMail(asker, params.id))
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-security-policy': framePolicy({ remoteImages: images === 'remote' }),
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'SAMEORIGIN',
        })
        .type('text/html; charset=utf-8')
        .send(frameStart + (quotes === 'folded' ? foldedQuotes : '') + html)
    },
  )
}
