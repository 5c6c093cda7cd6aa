import { endTurn, idParameter, limitAtATime, type App } from '@waypost/http'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { ApiServices, Authentication } from '../services.ts'
import { getRemoteImageUrl, loadRemoteImage, remoteImageErrors } from './load-remote-image.ts'
import { createRemoteImageDownloader } from './remote-image-downloader.ts'
import { createRemoteImageFinder } from './remote-image-finder.ts'

const tooMany = 'Too many remote images are being loaded: 8 of 8. Each takes 10 seconds at most.'
// Each may hold 5 MiB of memory, until the client has read it.
const perAccount = 8

const query = z.object({
  url: z.string().min(1).max(8192).meta({
    description: 'As it is written in the HTML of the email, with `https:` before one that begins with `//`',
  }),
})
const bytes = z.custom<Buffer>().meta({ type: 'string', format: 'binary' })

/** The images that an email loads from elsewhere. */
export function remoteImageRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  const downloader = createRemoteImageDownloader(services.egress)
  const finder = createRemoteImageFinder(services)
  const takePlace = limitAtATime(perAccount, tooMany)
  app.addHook('onClose', downloader.close)
  app.get(
    '/api/v1/emails/:id/remote-image',
    {
      onRequest: allow('emails:read'),
      config: {
        // A newsletter has a hundred, and `email.read` says already that it was opened.
        action: null,
        errors: { ...remoteImageErrors, 429: tooMany },
      },
      schema: {
        operationId: 'getEmailRemoteImage',
        summary: 'Load a remote image of an email, without telling its sender who reads it',
        params: idParameter,
        querystring: query,
        response: { 200: { content: { 'image/*': { schema: bytes } } } },
      },
    },
    async (request, reply) => {
      const signal = untilClosed(reply, takePlace(request.actor.accountId))
      const { id } = request.params
      // Reading an email takes a turn of the account, as that of any other request.
      const url = await getRemoteImageUrl(finder, request.actor, { id, url: request.query.url })
      // The image's server may be slow, and the account’s other requests do not wait for it.
      endTurn(request)
      const { type, content } = await loadRemoteImage(downloader, request.actor, url, signal)
      return reply
        .headers({
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=86400',
        })
        .type(type)
        .send(content)
    },
  )
}

/** Calls `end` once the client has read the answer or is gone. */
function untilClosed({ raw }: FastifyReply, end: () => void): AbortSignal {
  const closed = new AbortController()
  const close = (): void => {
    closed.abort()
    end()
  }
  if (raw.closed) close()
  else raw.once('close', close)
  return closed.signal
}
