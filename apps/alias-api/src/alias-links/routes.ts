import { acceptForms, sendPage, type App } from '@waypost/http'
import { z } from 'zod'
import type { ApiServices } from '../services.ts'
import { linkPath, linkPurpose } from './alias-link.ts'
import { findLinkedAlias } from './find-linked-alias.ts'
import { followLink } from './follow-link.ts'
import { askingPage, donePage, voidPage } from './link-pages.ts'

const path = z.object({ purpose: linkPurpose })
// A token of the wrong type is treated as an unknown one.
const link = z.object({ token: z.string().catch('') })
const html = { content: { 'text/html': { schema: z.string() } } }

/** The pages behind the links of forwarded mail, for the reader of the mailbox and for the button of a mail program. */
export function aliasLinkRoutes(app: App, services: ApiServices): void {
  app.register((pages: App, _options, done) => {
    acceptForms(pages)
    pages.get(
      `/${linkPath}/:purpose`,
      {
        // Mailers add parameters of their own to links.
        config: { anyQuery: true },
        schema: {
          operationId: 'showAliasLink',
          summary: 'Show the page of a link in forwarded mail; it changes nothing by itself',
          params: path,
          querystring: link,
          response: { 200: html, 404: html },
        },
      },
      async (request, reply) => {
        const { purpose } = request.params
        const alias = await findLinkedAlias(services, purpose, request.query.token)
        return sendPage(reply, alias ? [200, askingPage[purpose](alias)] : [404, voidPage])
      },
    )
    pages.post(
      `/${linkPath}/:purpose`,
      {
        // Mailers add parameters of their own to links.
        config: { anyQuery: true },
        schema: {
          operationId: 'followAliasLink',
          summary: 'Disable or extend an alias, with the button of that page or of a mail program',
          params: path,
          querystring: link,
          response: { 200: html, 404: html },
        },
      },
      async (request, reply) => {
        const { purpose } = request.params
        const alias = await followLink(services, purpose, request.query.token, request.ip)
        return sendPage(reply, alias ? [200, donePage[purpose](alias)] : [404, voidPage])
      },
    )
    done()
  })
}
