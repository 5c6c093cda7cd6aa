import type { Registry } from 'prom-client'
import type { Database } from '@waypost/postgres'
import type { App } from '../app.ts'
import { measureRequests } from './measure-requests.ts'
import { createMetrics } from './metrics.ts'
import { watchConnections } from './watch-connections.ts'

/** The metrics of a process that answers requests. */
export interface ApiMetrics {
  registry: Registry
  /** Measures the requests of an application, and the pools of its databases by their names. Call it before the app listens. */
  watch(app: App, databases: Record<string, Pick<Database, 'db' | 'pool'>>): void
}

/** @param process the name of the process, which labels every metric */
export function createApiMetrics(process: string): ApiMetrics {
  const registry = createMetrics(process)
  const measure = measureRequests(registry)
  const watched: Record<string, Pick<Database, 'db' | 'pool'>> = {}
  watchConnections(registry, watched)
  return {
    registry,
    watch(app, databases) {
      measure(app)
      Object.assign(watched, databases)
    },
  }
}
