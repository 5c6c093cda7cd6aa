import type { FastifyRequest } from 'fastify'

const passed = [
  'accept',
  'accept-language',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  'user-agent',
]

/** The headers of a browser's request that reach a service: never the cookie or another credential. */
export function requestHeaders({ headers, ip }: FastifyRequest): Record<string, string> {
  const told: Record<string, string> = { 'x-forwarded-for': ip }
  for (const header of passed) {
    const value = headers[header]
    if (value !== undefined) told[header] = String(value)
  }
  return told
}
