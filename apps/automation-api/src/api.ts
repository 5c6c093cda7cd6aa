import { createFeed, poll } from '@waypost/concurrency'
import { createApiMetrics, onceItWorks, runProcess, serveInternals, watchObjectStore } from '@waypost/http'
import { followDatabaseClock, openDatabase, openQueues, requireMigrations } from '@waypost/postgres'
import { createRetentionMetrics, startRetention } from '@waypost/retention'
import { checkStore, createObjectStore, createStorage, sweepBlobs } from '@waypost/storage'
import { automationChannel, checkSealingKeys, createAgent, recordSealingKey } from '@waypost/webhooks'
import { followUps } from './follow-ups.ts'
import { createAutomationApp } from './app.ts'
import { automationDatabase } from './db/migrate.ts'
import { readApiEnv } from './env.ts'
import { progressChannel } from './executions/progress/progress.ts'
import { workSchema } from './executions/run-queue.ts'
import { foldUsage } from './limits/fold-usage.ts'
import { readLimits } from './limits/read-limits.ts'
import { startMaintenance } from './maintenance.ts'
import { foldRunDays } from './overview/fold-run-days.ts'
import { pruneRateLimits } from './rate-limits/prune-rate-limits.ts'
import { retentionKinds } from './retention/retention-kinds.ts'
import { finishScheduleRuns } from './schedules/finish-schedule-runs.ts'
import { fireSchedules } from './schedules/fire-schedules.ts'
import type { ApiServices } from './services.ts'

const scheduleSweepMs = 1000
const minuteMs = 60_000

await runProcess('automation-api', readApiEnv, async ({ env, logger, onStop }) => {
  const connection = {
    url: env.DATABASE_URL,
    role: 'waypost_automation_api',
    applicationName: 'automation-api',
  }
  const onError = (error: Error) => logger.warn({ err: error }, 'queue')

  const database = openDatabase({ ...connection, maxConnections: 20 })
  onStop(() => database.close())
  await requireMigrations(database.pool, automationDatabase.sets)
  const { clock, stop: stopClock } = await followDatabaseClock(database.db)
  onStop(stopClock)
  const keys = { db: database.db, keyring: env.ENCRYPTION_KEYS, schema: 'automation' }
  await recordSealingKey(keys)
  const outboxQueues = await openQueues({ ...connection, schema: automationChannel.outboxSchema, onError })
  onStop(() => outboxQueues.close())
  const work = await openQueues({ ...connection, schema: workSchema, onError })
  onStop(() => work.close())

  // A repeated request holds a connection while its files are stored, so the storage has its own connections.
  const storageDatabase = openDatabase({ ...connection, maxConnections: 4 })
  onStop(() => storageDatabase.close())
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())
  const kept = { schema: 'automation', objects }

  const progress = createFeed()
  await work.listen(progressChannel, progress.announce)

  const agent = createAgent({ policy: env.EGRESS_ALLOW, connectionsPerOrigin: 32 })
  onStop(() => agent.destroy())

  const services: ApiServices = {
    db: database.db,
    clock,
    outbox: {
      channel: automationChannel,
      boss: outboxQueues.boss,
      delaysMs: env.AUTOMATION_WEBHOOK_DELAYS,
      clock,
    },
    work: work.boss,
    keyring: env.ENCRYPTION_KEYS,
    storage: createStorage(storageDatabase.db, kept),
    egress: env.EGRESS_ALLOW,
    agent,
    cooldownMs: env.COOLDOWN_SECONDS * 1000,
    followUps,
    limits: readLimits(env),
    progress,
    fallbackSecret: env.WEBHOOK_FALLBACK_SECRET,
  }
  onStop(startMaintenance(services, logger, [pruneRateLimits, foldUsage, foldRunDays, finishScheduleRuns]))
  // Separate from maintenance, which must not wait for a store that does not respond.
  onStop(
    poll(
      (stopping) => sweepBlobs({ ...services, ...kept }, stopping),
      minuteMs,
      (error) => logger.warn({ err: error }, 'could not delete unused blobs'),
    ),
  )

  const scheduleFailed = (error: unknown) => logger.warn({ err: error }, 'could not fire a schedule')
  const fireDue = (stopping: AbortSignal) => fireSchedules(services, stopping, scheduleFailed)
  onStop(poll(fireDue, scheduleSweepMs, scheduleFailed))

  const app = createAutomationApp({
    services,
    jwt: { jwksUrl: env.JWT_JWKS_URL, issuer: env.JWT_ISSUER, audience: env.JWT_AUDIENCE },
    adminToken: env.ADMIN_TOKEN,
    logger,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
  })
  onStop(() => app.close())
  const metrics = createApiMetrics('automation-api', app, { automation: database, uploads: storageDatabase })
  watchObjectStore(metrics, objects)
  const retention = { db: database.db, clock, kinds: retentionKinds(env), logger }
  onStop(startRetention('automation', retention, createRetentionMetrics(metrics)))

  if (env.METRICS_PORT !== undefined) {
    const server = await serveInternals(metrics, {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: [database.db],
      checks: [checkSealingKeys(keys), ...(objects ? [onceItWorks(checkStore(objects))] : [])],
    })
    onStop(async () => void server.close())
  }
  await app.listen({ host: env.HOST, port: env.AUTOMATION_PORT })
})
