import type { App } from '@waypost/http'

/** The default security headers of all responses. A route may override them. */
const usual = {
  // Responses belong to one account, so no cache may store them.
  'cache-control': 'no-store',
  // Only the pages are documents: see pages/page-policy.ts.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // For browsers that do not support `frame-ancestors`.
  'x-frame-options': 'DENY',
}

const twoYearsSeconds = 2 * 365 * 24 * 60 * 60

/** @param isSecure whether browsers use https, and must use only https from then on */
export function registerSecurityHeaders(app: App, isSecure: boolean): void {
  const headers = Object.entries({
    ...usual,
    ...(isSecure && { 'strict-transport-security': `max-age=${twoYearsSeconds}` }),
  })
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}
