import type { FastifyRequest } from 'fastify'
import type { AuditedRequest } from '../services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request of this route does, as the audit log calls it; a route under /api/v1 has one. */
    action?: string
  }
}

const longestPath = 500

/** The request as the audit log will have it: without its query, and no longer than what anybody would read. */
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
