import type { FastifyRequest } from 'fastify'
import type { AuditedRequest } from '../services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a request of this route does, in the words of the audit log; null for a part of what another request has logged.
     * Every route under /api/v1 says it.
     */
    action?: string | null
  }
}

const longestPath = 500

/** A request as the audit log records it: without its query string, and truncated. */
export function describeRequest({ method, url, routeOptions }: FastifyRequest): AuditedRequest {
  const [path = ''] = url.split('?')
  const { response = {} } = (routeOptions.schema ?? {}) as { response?: object }
  const successStatus = Object.keys(response)
    .map(Number)
    .find((status) => status < 300)
  return {
    action: routeOptions.config.action ?? null,
    method,
    path: path.slice(0, longestPath),
    successStatus: successStatus ?? 200,
  }
}
