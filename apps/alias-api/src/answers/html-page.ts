import type { FastifyReply } from 'fastify'

/** The page's content security policy: it loads nothing from elsewhere. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A page for the reader of a mailbox, who has no account here. */
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
