import { endTurn, idParameter, type App } from '@waypost/http'
import { z } from 'zod'
import type { ApiServices, Authentication } from '../services.ts'
import { loadRemoteImage, remoteImageErrors } from './load-remote-image.ts'
import { createRemoteImageDownloader, tooManyRemoteImages } from './remote-image-downloader.ts'

const query = z.object({
  url: z.string().min(1).max(8192).meta({
    description: 'As it is written in the HTML of the email, with `https:` before one that begins with `//`',
  }),
})
const bytes = z.custom<Buffer>().meta({ type: 'string', format: 'binary' })

/** The images that an email loads from elsewhere. */
export function remoteImageRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  const downloader = createRemoteImageDownloader(services.egress)
  app.addHook('onClose', downloader.close)
  app.get(
    '/api/v1/emails/:id/remote-image',
    {
      onRequest: allow('emails:read'),
      config: {
        action: 'email.read_remote_image',
        errors: { ...remoteImageErrors, 429: tooManyRemoteImages },
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
      // Its server may be slow, and the account’s other requests do not wait for it.
      endTurn(request)
      const { id } = request.params
      const { type, content } = await loadRemoteImage(services, request.actor, {
        id,
        url: request.query.url,
        downloader,
      })
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
