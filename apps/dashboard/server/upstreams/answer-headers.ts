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
  'retry-after',
  'vary',
  'x-accel-buffering',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-total-count',
]

/** What of a service's answer a browser is told. No cookie is among it: a service has nothing to keep here. */
export function answerHeaders(
  { name }: Pick<Upstream, 'name'>,
  headers: IncomingHttpHeaders,
): Record<string, string> {
  const told: Record<string, string> = {
    // What one account was answered no cache may keep, unless the service says how.
    'cache-control': 'no-store',
    // A mail's attachment is under this origin now. Whatever it is, it runs nothing here.
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  }
  for (const header of passed) {
    const value = headers[header]
    if (value !== undefined) told[header] = String(value)
  }
  // Paths of the service's own lead to it by way of this server too.
  if (told['link'] !== undefined) told['link'] = told['link'].replaceAll(/<\/(?!\/)/g, `</${name}/`)
  if (told['location'] !== undefined) told['location'] = told['location'].replace(/^\/(?!\/)/, `/${name}/`)
  return told
}
