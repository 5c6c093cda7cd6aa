import '@waypost/http/starting'
import { fileURLToPath } from 'node:url'
import { runProcess, serveInternals } from '@waypost/http'
import { followDatabaseClock, openDatabase, openQueues, requireMigrations } from '@waypost/postgres'
import { checkSealingKeys, recordSealingKey } from '@waypost/webhooks'
import { createPasswordHasher } from './accounts/create-password-hasher.ts'
import { createDashboardApp } from './app.ts'
import { createDashboardMetrics } from './dashboard-metrics.ts'
import { accountsDatabase } from './db/migrate.ts'
import { readDashboardEnv } from './env.ts'
import { createEvents } from './events.ts'
import { createPages } from './pages/create-pages.ts'
import { notBuilt } from './pages/routes.ts'
import { getSigningKey } from './signing-keys/get-signing-key.ts'
import { startSweeps } from './start-sweeps.ts'
import { createSmarthostTransport } from './system-mail/create-smarthost-transport.ts'
import { startSystemMailWorker } from './system-mail/start-system-mail-worker.ts'
import { workSchema } from './system-mail/system-email-queue.ts'
import { createUpstreamClient } from './upstreams/create-upstream-client.ts'

await runProcess('dashboard', readDashboardEnv, async ({ env, logger, onStop }) => {
  const connection = { url: env.DATABASE_URL, role: 'waypost_dashboard', applicationName: 'dashboard' }
  const database = openDatabase(connection)
  const { db } = database
  onStop(() => database.close())
  await requireMigrations(database.pool, accountsDatabase.sets)
  const { clock, stop: stopClock } = await followDatabaseClock(db)
  onStop(stopClock)
  const keys = { db, keyring: env.ENCRYPTION_KEYS, schema: 'accounts' }
  await recordSealingKey(keys)
  const queues = await openQueues({
    ...connection,
    schema: workSchema,
    wakeOnInsert: true,
    maintain: true,
    onError: (error) => logger.warn({ err: error }, 'queue'),
  })
  onStop(() => queues.close())
  const upstreams = createUpstreamClient({ automation: env.AUTOMATION_URL, alias: env.ALIAS_URL })
  onStop(() => upstreams.close())

  const { services, keySweep } = startSweeps(
    {
      db,
      clock,
      work: queues.boss,
      keyring: env.ENCRYPTION_KEYS,
      passwords: createPasswordHasher(),
      events: createEvents(logger),
      publicUrl: env.DASHBOARD_PUBLIC_URL ?? new URL(`http://${env.HOST}:${env.DASHBOARD_PORT}`),
      upstreams,
      baseUrls: {
        automation: env.AUTOMATION_PUBLIC_URL ?? env.AUTOMATION_URL,
        alias: env.ALIAS_PUBLIC_URL ?? env.ALIAS_URL,
      },
      jwt: { issuer: env.JWT_ISSUER, audience: env.JWT_AUDIENCE },
    },
    { logger, onStop },
  )
  // A signing key that cannot be created or opened fails the start, not the first login.
  await getSigningKey(services)

  const { SMTP_SMARTHOST: smarthost, DASHBOARD_MAIL_FROM: from } = env
  const transport = smarthost === undefined ? undefined : createSmarthostTransport(smarthost, from)
  onStop(await startSystemMailWorker(services, { transport, isKept: env.DASHBOARD_DEV_OUTBOX }, logger))

  const pages = createPages(fileURLToPath(new URL('../web/dist', import.meta.url)))
  // Compressing the pages takes a while, and requests for tokens should not wait for it.
  pages.findIndex().then(
    (document) => document ?? logger.warn(notBuilt),
    (error: unknown) => logger.warn({ err: error }, 'could not read the pages'),
  )

  const app = createDashboardApp({
    services,
    keySweep,
    pages,
    devOutbox: env.DASHBOARD_DEV_OUTBOX,
    logger,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
  })
  onStop(() => app.close())
  const metrics = createDashboardMetrics(app, database)
  await app.listen({ host: env.HOST, port: env.DASHBOARD_PORT })

  // Logged last, so that the process accepts requests once it reports that it is ready.
  if (env.METRICS_PORT !== undefined) {
    const server = await serveInternals(metrics, {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: [db],
      checks: [checkSealingKeys(keys)],
    })
    onStop(async () => void server.close())
  }
})
