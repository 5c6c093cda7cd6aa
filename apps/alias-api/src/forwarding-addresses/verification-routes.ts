import { acceptForms, sendPage, type App } from '@waypost/http'
import { z } from 'zod'
import type { ApiServices } from '../services.ts'
import { confirmForwardingAddress, findByLink } from './confirm-forwarding-address.ts'
import { askingPage, confirmedPage, voidPage } from './verification-page.ts'

// A token of the wrong type or length is treated as an unknown one.
const link = z.object({ token: z.string().catch('') })
const html = { content: { 'text/html': { schema: z.string() } } }

/** The pages behind the link of a verification email, for the reader of the mailbox, who has no account here. */
export function verificationRoutes(app: App, services: ApiServices): void {
  app.register((pages: App, _options, done) => {
    acceptForms(pages)
    pages.get(
      '/verify-forwarding',
      {
        // Mailers add parameters of their own to links.
        config: { anyQuery: true },
        schema: {
          operationId: 'showVerification',
          summary: 'Show the page that asks whether mail may be forwarded; it confirms nothing by itself',
          querystring: link,
          response: { 200: html, 404: html },
        },
      },
      async (request, reply) => {
        const email = await findByLink(services, request.query.token)
        return sendPage(reply, email === undefined ? [404, voidPage] : [200, askingPage(email)])
      },
    )
    pages.post(
      '/verify-forwarding',
      {
        // Mailers add parameters of their own to links.
        config: { anyQuery: true },
        schema: {
          operationId: 'confirmForwardingAddress',
          summary: 'Confirm a forwarding address with the button of that page, once per link',
          querystring: link,
          response: { 200: html, 404: html },
        },
      },
      async (request, reply) => {
        const email = await confirmForwardingAddress(services, request.query.token)
        return sendPage(reply, email === undefined ? [404, voidPage] : [200, confirmedPage(email)])
      },
    )
    done()
  })
}
