import { DomainError, idParameter, type App } from '@waypost/http'
import { z } from 'zod'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import { answerUpstreamError } from '../upstreams/answer-upstream-error.ts'
import type { Credentials } from '../upstreams/credentials.ts'
import { attachmentPolicy, foldedQuotes, framePolicy, frameStart, pdfPolicy } from './frame-policy.ts'
import { getMail } from './get-mail.ts'
import { getShownAttachment } from './get-shown-attachment.ts'
import { inlineImages } from './inline-images.ts'
import { neutralizeElements } from './neutralize-elements.ts'

const query = z.object({
  /** Of pages of the version before, in which the frame loaded images itself. */
  images: z.literal('remote').optional(),
  quotes: z.literal('folded').optional(),
})
const attachmentParameters = idParameter.extend({ attachmentId: idParameter.shape.id })

/** Serves an email's HTML as a separate document for a frame, because within a page it would be under the page's policy; and its attachments. */
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
    async ({ session, params, query: { quotes } }, reply) => {
      const asker = { services, credentials, session }
      const found = await getMail(asker, params.id)
      if (found.bodyHtml === '') throw new DomainError('not_found', 'The email has no HTML')
      const bodyHtml = neutralizeElements(found.bodyHtml)
      const html = await inlineImages(asker, params.id, { ...found, bodyHtml })
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-security-policy': framePolicy,
          'referrer-policy': 'no-referrer',
          // Of the links in it, the names of whose servers a browser looks up before they are followed.
          'x-dns-prefetch-control': 'off',
          'x-frame-options': 'SAMEORIGIN',
        })
        .type('text/html; charset=utf-8')
        .send(frameStart + (quotes === 'folded' ? foldedQuotes : '') + html)
    },
  )
  app.get(
    '/mail-frames/:id/attachments/:attachmentId',
    {
      onRequest: signedIn,
      errorHandler: answerUpstreamError,
      schema: { params: attachmentParameters },
    },
    async ({ session, params: { id, attachmentId } }, reply) => {
      const asker = { services, credentials, session }
      const { type, content } = await getShownAttachment(asker, id, attachmentId)
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-disposition': 'inline',
          'content-security-policy': type === 'application/pdf' ? pdfPolicy : attachmentPolicy,
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'SAMEORIGIN',
        })
        .type(type)
        .send(content)
    },
  )
}
