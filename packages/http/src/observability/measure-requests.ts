import { Histogram, type Registry } from 'prom-client'
import type { App } from '../app.ts'
import { isGivenAway } from '../cells/hand-over.ts'

const probes = new Set(['/healthz', '/readyz'])

/**
 * Measures requests by route, status and duration. Never by URL, of which there is no end; requests without a route
 * have the route `none`.
 *
 * @returns measures an application's; call it before the app listens
 */
export function measureRequests(registry: Registry): (app: App) => void {
  const seconds = new Histogram({
    name: 'waypost_http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none'
      if (!probes.has(route) && !isGivenAway(request))
        seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
      done()
    })
  }
}
