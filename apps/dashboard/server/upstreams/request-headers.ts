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

/** What of a browser's request a service is told: never the cookie, nor whatever else would speak for somebody. */
export function requestHeaders({ headers, ip }: FastifyRequest): Record<string, string> {
  const told: Record<string, string> = { 'x-forwarded-for': ip }
  for (const header of passed) {
    const value = headers[header]
    if (value !== undefined) told[header] = String(value)
  }
  return told
}
