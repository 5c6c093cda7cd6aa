import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'

/** The content security policy of such a page: it loads nothing from elsewhere. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * A page behind a link in a message, for a reader who need not have an account.
 *
 * @param title plain text that needs no escaping
 * @param content HTML, in which foreign text is escaped
 */
export const htmlPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title} – Waypost</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto 0; padding: 0 1rem }
button { font: inherit; padding: 0.5rem 1rem }
</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`

/** Foreign text as part of HTML, also between quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

/** Sends a page whose URL is a secret: nobody stores it, and it is no referrer. */
export function sendPage(reply: Pick<FastifyReply, 'code'>, [status, page]: [200 | 404, string]) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(page)
}

/**
 * Lets routes of `app` be asked by the button of such a page, and by one click in a mail program (RFC 8058): with a form, of
 * which nothing is read.
 */
export function acceptForms(app: App): void {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer' },
    (_request, _body, parsed) => parsed(null),
  )
}
