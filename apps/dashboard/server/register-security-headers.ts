import type { App } from '@waypost/http'

/** What browsers may do with an answer; a route may say otherwise for its own. */
const usual = {
  // What one account is answered is nobody else's, and nobody's later on.
  'cache-control': 'no-store',
  // Nothing but the pages is a document: see pages/page-policy.ts.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // For what does not know `frame-ancestors`.
  'x-frame-options': 'DENY',
}

const twoYearsSeconds = 2 * 365 * 24 * 60 * 60

/** @param isSecure whether browsers come by https, and are to come by nothing else from then on */
export function registerSecurityHeaders(app: App, isSecure: boolean): void {
  const headers = Object.entries({
    ...usual,
    ...(isSecure && { 'strict-transport-security': `max-age=${twoYearsSeconds}` }),
  })
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}
