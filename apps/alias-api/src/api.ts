import '@waypost/http/starting'
import { createApiMetrics, onceItWorks, runProcess, serveInternals, watchObjectStore } from '@waypost/http'
import { createRetentionMetrics } from '@waypost/retention'
import { checkStore, createObjectStore } from '@waypost/storage'
import { composeApi } from './api-process/compose-api.ts'
import { openApiCells } from './api-process/open-api-cells.ts'
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

  const api = { ...running, pgpKeys, objects, metrics, retentionMetrics }
  // They stop after the first database's application, which has given them its requests.
  const cells = openApiCells(api)
  const { app, services, checkKeys } = await composeApi(
    api,
    { url: env.DATABASE_URL, name: 'alias', directory: cells.ofFirst?.directory },
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
  await app.listen({ host: env.HOST, port: env.ALIAS_PORT })
})
