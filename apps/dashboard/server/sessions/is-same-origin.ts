import type { FastifyRequest } from 'fastify'

const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Whether a request with the cookie was made by this app's own pages, without a CSRF token in the page. SameSite alone
 * would trust every host and port of the site.
 *
 * @param publicOrigin the origin of the app's public URL
 */
export function isSameOrigin(
  { method, headers, host }: Pick<FastifyRequest, 'method' | 'headers' | 'host'>,
  publicOrigin: string,
): boolean {
  const site = headers['sec-fetch-site']
  // `none` is a typed URL or a bookmark, which is always a GET.
  if (safeMethods.has(method)) return site === undefined || site === 'same-origin' || site === 'none'
  if (site !== undefined) return site === 'same-origin'
  // Browsers omit this header on plain HTTP; all of them send `Origin` then.
  const { origin } = headers
  return origin !== undefined && (origin === publicOrigin || hostOf(origin) === host)
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
