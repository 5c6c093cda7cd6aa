import type { FastifyRequest } from 'fastify'

const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Whether a request that a browser signs with the cookie was made by this app: what needs no token in the page.
 * SameSite alone takes every host and port of the site for a friend.
 *
 * @param publicOrigin where browsers find the app
 */
export function isSameOrigin(
  { method, headers, host }: Pick<FastifyRequest, 'method' | 'headers' | 'host'>,
  publicOrigin: string,
): boolean {
  const site = headers['sec-fetch-site']
  // `none`: typed, or a bookmark. Nobody types anything but a GET.
  if (safeMethods.has(method)) return site === undefined || site === 'same-origin' || site === 'none'
  if (site !== undefined) return site === 'same-origin'
  // Browsers leave it out where the connection is plain; every one of them says the origin then.
  const { origin } = headers
  return origin !== undefined && (origin === publicOrigin || hostOf(origin) === host)
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
