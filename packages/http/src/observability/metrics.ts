import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Db } from '@waypost/postgres'
import { findProblem, type ReadinessCheck } from './health.ts'

// The event loop is woken for it: every 10 ms, as is usual, costs an idle process most of its processor time. What blocks it for the half
// second of which the alert tells is found all the same.
const eventLoopEveryMs = 250

/** A registry of one process, with Node's default metrics. */
export function createMetrics(process: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  collectDefaultMetrics({
    register: registry,
    prefix: 'waypost_',
    eventLoopMonitoringPrecision: eventLoopEveryMs,
  })
  return registry
}

/**
 * Serves the endpoints for operators on a separate listener, which the public does not reach: `/metrics` for
 * Prometheus, `/healthz` (the process answers), `/readyz` (its databases answer too, and it is not stopping).
 */
export async function serveInternals(
  registry: Registry,
  {
    host,
    port,
    databases,
    checks = [],
    detail = () => ({}),
  }: {
    host: string
    port: number
    databases: Db[]
    checks?: ReadinessCheck[]
    /** What `/readyz` tells operators besides. */
    detail?: () => Record<string, unknown>
  },
): Promise<Server> {
  const answers: Record<string, () => Promise<[status: number, contentType: string, body: string]>> = {
    '/metrics': async () => [200, registry.contentType, await registry.metrics()],
    '/healthz': async () => [200, 'application/json', '{"status":"ok"}'],
    '/readyz': async () => {
      const problem = await findProblem(databases, checks)
      const ready = problem === undefined
      const body = JSON.stringify({
        status: ready ? 'ok' : 'unavailable',
        ...(problem && { problem }),
        ...detail(),
      })
      return [ready ? 200 : 503, 'application/json', body]
    },
  }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    if (!answer) {
      response.writeHead(404).end()
      return
    }
    answer().then(
      ([status, contentType, body]) => response.writeHead(status, { 'content-type': contentType }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
