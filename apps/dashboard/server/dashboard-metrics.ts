import { createApiMetrics, watchQueues, type ApiMetrics, type App } from '@waypost/http'
import type { Database } from '@waypost/postgres'
import { systemEmailQueue, workSchema } from './system-mail/system-email-queue.ts'

/** Registers the process's metrics. Call it before the app listens. */
export function createDashboardMetrics(
  app: App,
  database: Pick<Database, 'db' | 'pool'>,
): ApiMetrics['registry'] {
  const { registry, watch } = createApiMetrics('dashboard')
  watch(app, { accounts: database })
  watchQueues(registry, [database], workSchema, [systemEmailQueue.name])
  return registry
}
