import { remember } from '../remember.ts'

/** What of a URL a request is sent to. */
export interface Target {
  origin: string
  protocol: string
  /** Without the brackets of an IPv6 address. */
  hostname: string
  /** Empty for the protocol's own. */
  port: string
  /** With the port, unless it is the protocol's own. */
  host: string
  /** With the query. */
  path: string
}

/** Parses a URL of HTTP or HTTPS; undefined for any other. */
export const parseTarget = remember(1000, (text): Target | undefined => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  const { origin, protocol, port, host, pathname, search } = url
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  return { origin, protocol, hostname, port, host, path: pathname + search }
})
