import '@waypost/http/starting'
import { createApiMetrics, onceItWorks, runProcess, serveInternals, watchObjectStore } from '@waypost/http'
import { createRetentionMetrics } from '@waypost/retention'
import { checkStore, createObjectStore } from '@waypost/storage'
import { createAgent, createWatchedLookup } from '@waypost/webhooks'
import { composeApi } from './api-process/compose-api.ts'
import { openApiCells } from './api-process/open-api-cells.ts'
import { readApiEnv } from './env.ts'

await runProcess('automation-api', readApiEnv, async (running) => {
  const { env, onStop } = running
  const agent = createAgent({
    policy: env.EGRESS_ALLOW,
    connectionsPerOrigin: 32,
    lookup: createWatchedLookup(),
  })
  onStop(() => agent.destroy())
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())
  const metrics = createApiMetrics('automation-api')
  watchObjectStore(metrics.registry, objects)
  const retentionMetrics = createRetentionMetrics(metrics.registry)

  const api = { ...running, agent, objects, metrics, retentionMetrics }
  // They stop after the first database's application, which has given them its requests.
  const cells = openApiCells(api)
  const { app, services, checkKeys } = await composeApi(
    api,
    { url: env.DATABASE_URL, name: 'automation' },
    cells.ofFirst,
  )
  if (env.METRICS_PORT !== undefined) {
    const server = await serveInternals(metrics.registry, {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: [services.db],
      checks: [checkKeys, ...(objects ? [onceItWorks(checkStore(objects))] : [])],
      detail: () => (cells.ofFirst ? { cells: cells.state() } : {}),
    })
    onStop(async () => void server.close())
  }
  await cells.start()
  await app.listen({ host: env.HOST, port: env.AUTOMATION_PORT })
})
