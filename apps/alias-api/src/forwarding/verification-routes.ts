import type { FastifyReply } from 'fastify'
import type { App } from '@waypost/http'
import { z } from 'zod'
import type { ApiServices } from '../services.ts'
import { confirmForwardingAddress, findByLink } from './confirm-forwarding-address.ts'
import { askingPage, confirmedPage, pagePolicy, voidPage } from './verification-page.ts'

// One that is too long is one that there never was.
const link = z.object({ token: z.string().catch('') })
const html = { content: { 'text/html': { schema: z.string() } } }

/** Where the link in a verification mail leads: a page for whoever reads the mailbox, who has no account here. */
export function verificationRoutes(app: App, services: ApiServices): void {
  app.register((pages: App, _options, done) => {
    // The button of the page; there is nothing in its form.
    pages.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, parsed) => {
      body.resume().on('end', () => parsed(null))
    })
    pages.get(
      '/verify-forwarding',
      {
        // Mailers add parameters of their own to the links of a mail.
        config: { anyQuery: true },
        schema: {
          operationId: 'showVerification',
          summary: 'The page that asks whether mail may be forwarded; confirms nothing by itself',
          querystring: link,
          response: { 200: html, 404: html },
        },
      },
      async (request, reply) => {
        const email = await findByLink(services, request.query.token)
        return send(reply, email === undefined ? [404, voidPage] : [200, askingPage(email)])
      },
    )
    pages.post(
      '/verify-forwarding',
      {
        // Mailers add parameters of their own to the links of a mail.
        config: { anyQuery: true },
        schema: {
          operationId: 'confirmForwardingAddress',
          summary: 'What the button on that page does, once for each link',
          querystring: link,
          response: { 200: html, 404: html },
        },
      },
      async (request, reply) => {
        const email = await confirmForwardingAddress(services, request.query.token)
        return send(reply, email === undefined ? [404, voidPage] : [200, confirmedPage(email)])
      },
    )
    done()
  })
}

function send(reply: Pick<FastifyReply, 'code'>, [status, page]: [200 | 404, string]) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(page)
}
