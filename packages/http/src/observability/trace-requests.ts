import type { FastifyRequest } from 'fastify'
import { openSpan, type Span } from '@waypost/telemetry'
import type { App } from '../app.ts'
import { isGivenAway } from '../cells/hand-over.ts'

const spans = new WeakMap<FastifyRequest, Span>()
const probes = new Set(['/healthz', '/readyz'])

/**
 * Creates a span for each request, named after its route, since a URL may contain secrets. It continues the trace
 * that the request came with. Call it before adding any other hook, so that all hooks are part of the span.
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
  // The body's events come from the socket, outside the span's context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    // The application that answers has one of its own.
    if (isGivenAway(request)) return done()
    span?.set({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode))
    span?.end()
    done()
  })
}

/** The span ids for the log line of a request. */
export const traceOf = (request: FastifyRequest): Span['ids'] | undefined => spans.get(request)?.ids
