import type { App } from '@waypost/http'
import { z } from 'zod'
import { demoPage, demoPaths, report } from './demo-pages.ts'

const text = z.string().max(1000).optional()
const query = z.object({ reader: text, word: text, name: text, subject: text, message: text })

// Whatever is written into its forms is in its own pages only, and these run nothing and load nothing of others. `connect-src`: a
// runner reads a download in the place of the page.
const policy =
  "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A small site that the templates of automations visit, so that they run before they are changed. It knows no session. */
export function demoSiteRoutes(app: App): void {
  for (const path of demoPaths)
    app.get(path, { schema: { querystring: query } }, (request, reply) =>
      reply
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(demoPage(path, request.query)),
    )
  app.get('/demo/report.csv', (_request, reply) =>
    reply
      .header('content-disposition', 'attachment; filename="report.csv"')
      .type('text/csv; charset=utf-8')
      .send(report),
  )
}
