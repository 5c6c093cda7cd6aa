import type { App } from '@waypost/http'

/** The default security headers of all responses. A route may override them. */
const usual = {
  // Responses belong to one account, so no cache may store them.
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

const usualOfData = {
  ...usual,
  // Only the pages are documents: see pages/page-policy.ts.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

const usualOfDocuments = {
  ...usualOfData,
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  // For browsers that do not support `frame-ancestors`.
  'x-frame-options': 'DENY',
}

/** What a document may do says nothing of the app's scripts, styles and fonts. With `nosniff`, browsers take them for nothing else. */
const subresources = /^(?:text\/(?:javascript|css)|font\/woff2)\b/
const data = /^application\/json\b/

const twoYearsSeconds = 2 * 365 * 24 * 60 * 60

/** @param isSecure whether browsers use https, and must use only https from then on */
export function registerSecurityHeaders(app: App, isSecure: boolean): void {
  const strict = isSecure && { 'strict-transport-security': `max-age=${twoYearsSeconds}` }
  const [ofSubresources, ofData, ofDocuments] = [usual, usualOfData, usualOfDocuments].map((headers) =>
    Object.entries({ ...headers, ...strict }),
  )
  app.addHook('onSend', async (_request, reply) => {
    const type = String(reply.getHeader('content-type'))
    const headers = subresources.test(type) ? ofSubresources : data.test(type) ? ofData : ofDocuments
    for (const [name, value] of headers!) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}
