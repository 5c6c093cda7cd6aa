import { createApiMetrics, onceItWorks, runProcess, serveInternals, watchObjectStore } from '@waypost/http'
import { createRetentionMetrics } from '@waypost/retention'
import { checkStore, createObjectStore } from '@waypost/storage'
import { composeApi } from './api-process/compose-api.ts'
import { readApiEnv } from './env.ts'
import { createPgpKeyReader } from './pgp/pgp-key-reader.ts'

await runProcess('alias-api', readApiEnv, async (running) => {
  const { env, onStop } = running
  const pgpKeys = createPgpKeyReader()
  onStop(pgpKeys.close)
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())
  const metrics = createApiMetrics('alias-api')
  watchObjectStore(metrics.registry, objects)
  const retentionMetrics = createRetentionMetrics(metrics.registry)

  const { app, db, checkKeys } = await composeApi(
    { ...running, pgpKeys, objects, metrics, retentionMetrics },
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
  await app.listen({ host: env.HOST, port: env.ALIAS_PORT })
})
