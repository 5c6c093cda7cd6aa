import type { Registry } from 'prom-client'
import type { Database } from '@waypost/postgres'
import type { App } from '../app.ts'
import { measureRequests } from './measure-requests.ts'
import { createMetrics } from './metrics.ts'
import { watchConnections } from './watch-connections.ts'

/**
 * Creates the metrics of a process that answers requests. Call it before the app listens.
 *
 * @param process the name of the process, which labels every metric
 */
export function createApiMetrics(
  process: string,
  app: App,
  databases: Record<string, Pick<Database, 'db' | 'pool'>>,
): Registry {
  const registry = createMetrics(process)
  measureRequests(app, registry)
  watchConnections(registry, databases)
  return registry
}
