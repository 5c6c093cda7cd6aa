import type { IncomingHttpHeaders } from 'undici/types/header.js'
import type { Upstream } from './upstream.ts'

const passed = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'idempotency-replayed',
  'last-modified',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'vary',
  'x-accel-buffering',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-total-count',
]

/** The headers of a service's response that reach the browser. Cookies do not: services must not set any on this origin. */
export function answerHeaders(
  { name }: Pick<Upstream, 'name'>,
  headers: IncomingHttpHeaders,
): Record<string, string> {
  const told: Record<string, string> = {
    // No cache may store an account's responses, unless the service says how.
    'cache-control': 'no-store',
    // An email's attachment is served from this origin. Whatever its content, it must not run scripts here.
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  }
  for (const header of passed) {
    const value = headers[header]
    if (value !== undefined) told[header] = String(value)
  }
  // Redirects to the service's own paths are rewritten to lead through this server.
  if (told['link'] !== undefined) told['link'] = told['link'].replaceAll(/<\/(?!\/)/g, `</${name}/`)
  if (told['location'] !== undefined) told['location'] = told['location'].replace(/^\/(?!\/)/, `/${name}/`)
  return told
}
