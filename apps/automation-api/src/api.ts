import { createApiMetrics, onceItWorks, runProcess, serveInternals, watchObjectStore } from '@waypost/http'
import { createRetentionMetrics } from '@waypost/retention'
import { checkStore, createObjectStore } from '@waypost/storage'
import { createAgent } from '@waypost/webhooks'
import { composeApi } from './api-process/compose-api.ts'
import { readApiEnv } from './env.ts'

await runProcess('automation-api', readApiEnv, async (running) => {
  const { env, onStop } = running
  const agent = createAgent({ policy: env.EGRESS_ALLOW, connectionsPerOrigin: 32 })
  onStop(() => agent.destroy())
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())
  const metrics = createApiMetrics('automation-api')
  watchObjectStore(metrics.registry, objects)
  const retentionMetrics = createRetentionMetrics(metrics.registry)

  const { app, db, checkKeys } = await composeApi(
    { ...running, agent, objects, metrics, retentionMetrics },
    env.DATABASE_URL,
  )
  if (env.METRICS_PORT !== undefined) {
    const server = await serveInternals(metrics.registry, {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: [db],
      checks: [checkKeys, ...(objects ? [onceItWorks(checkStore(objects))] : [])],
    })
    onStop(async () => void server.close())
  }
  await app.listen({ host: env.HOST, port: env.AUTOMATION_PORT })
})
