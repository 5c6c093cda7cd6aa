import type { FastifyRequest } from 'fastify'
import { openSpan, type Span } from '@waypost/telemetry'
import type { App } from '../app.ts'

const spans = new WeakMap<FastifyRequest, Span>()
const probes = new Set(['/healthz', '/readyz'])

/**
 * A span for each request, named after its route: a URL may hold what nobody should read. It continues the trace that
 * the request came with. To be called before any other hook is added, so that all of them are part of it.
 */
export function traceRequests(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions, protocol } = request
    const route = routeOptions.url
    if (route !== undefined && probes.has(route)) return done()
    const traceParent = headers['traceparent']
    const span = openSpan(
      typeof traceParent === 'string' ? traceParent : undefined,
      route === undefined ? method : `${method} ${route}`,
      {
        kind: 'server',
        attributes: {
          'http.request.method': method,
          'url.scheme': protocol,
          ...(route !== undefined && { 'http.route': route }),
        },
      },
    )
    if (!span) return done()
    spans.set(request, span)
    span.run(done)
  })
  // Reading a body ends in an event of the socket, which knows nothing of the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode))
    span?.end()
    done()
  })
}

/** What the line of a request says of its span. */
export const traceOf = (request: FastifyRequest): Span['ids'] | undefined => spans.get(request)?.ids
