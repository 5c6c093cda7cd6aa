import {
  createApp,
  createBulkLogger,
  registerHealth,
  runProcess,
  serveInternals,
  standardErrorForm,
  watchConnections,
} from '@waypost/http'
import {
  followDatabaseClock,
  openDatabase,
  openQueues,
  requireMigrations,
  type Clock,
  type Database,
  type Queues,
} from '@waypost/postgres'
import { createRetentionMetrics, startRetention } from '@waypost/retention'
import {
  cacheOpened,
  checkSealingKeys,
  createAgent,
  requireSealingKeys,
  webhookMigrationFiles,
} from '@waypost/webhooks'
import { startAnnouncing } from './deliveries/announce-webhooks.ts'
import type { Attempt } from './deliveries/make-attempt.ts'
import { createDeliverer } from './deliveries/deliverer.ts'
import { dispatcherSettings } from './dispatcher-settings.ts'
import { expiredDeliveries } from './deliveries/expired-deliveries.ts'
import { expiredHours } from './deliveries/expired-hours.ts'
import { readEnv } from './env.ts'
import { createDeliveryMetrics } from './metrics.ts'
import type { OpenChannel } from './services.ts'

await runProcess('dispatcher', readEnv, async ({ env, logger, onStop }) => {
  const agent = createAgent({ policy: env.EGRESS_ALLOW, connectionsPerOrigin: env.DISPATCHER_CONCURRENCY })
  onStop(() => agent.destroy())

  const databases: Record<string, Database> = {}
  const open: (OpenChannel & { listen: Queues['listen']; clock: Clock })[] = []
  for (const { channel, name, databaseUrl, delaysMs } of env.channels) {
    const connection = {
      url: databaseUrl,
      role: 'waypost_dispatcher',
      applicationName: 'dispatcher',
    }
    const database = openDatabase({ ...connection, settings: dispatcherSettings, maxConnections: 5 })
    onStop(() => database.close())
    await requireMigrations(database.pool, [webhookMigrationFiles(channel.service)])
    databases[name] = database
    const { clock, stop } = await followDatabaseClock(database.db)
    onStop(stop)
    const { boss, listen, close } = await openQueues({
      ...connection,
      schema: channel.outboxSchema,
      maintain: true,
      onError: (error) => logger.warn({ err: error, channel: name }, 'queue'),
    })
    onStop(close)
    open.push({ channel, name, db: database.db, boss, delaysMs, listen, clock })
  }

  const keyring = cacheOpened(env.ENCRYPTION_KEYS)
  const keys = open.map(({ channel, db }) => ({ db, keyring, schema: channel.service }))
  for (const each of keys) await requireSealingKeys(each)
  const checks = keys.map(checkSealingKeys)
  const metrics = createDeliveryMetrics()
  watchConnections(metrics.registry, databases)
  if (env.METRICS_PORT !== undefined) {
    const server = await serveInternals(metrics.registry, {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: open.map(({ db }) => db),
      checks,
    })
    onStop(async () => void server.close())
  }

  const app = createApp({
    logger,
    errorForm: standardErrorForm,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: [],
  })
  registerHealth(
    app,
    open.map(({ db }) => db),
    checks,
  )
  onStop(() => app.close())
  await app.listen({ host: env.HOST, port: env.DISPATCHER_PORT })

  const retentionMetrics = createRetentionMetrics(metrics.registry)
  const writeLine = createBulkLogger('dispatcher', env.LOG_LEVEL)
  for (const channel of open) {
    const { name } = channel
    const count = metrics.counterOf(name)
    const onAttempt = ({ claim, outcome, trace }: Attempt): void => {
      const { deliveryId, webhookId, number, event } = claim
      const { succeeded, status, error, durationMs } = outcome
      writeLine(
        { ...trace, channel: name, deliveryId, webhookId, number, event, status, error, durationMs },
        'attempt',
      )
      count({
        succeeded,
        isLast: claim.failedAttempts + 1 >= channel.delaysMs.length,
        durationMs,
        lateMs: claim.startedAt.getTime() - claim.dueAt.getTime(),
      })
    }
    const deliverer = createDeliverer({ agent, keyring, clock: channel.clock, logger }, channel, {
      concurrency: env.DISPATCHER_CONCURRENCY,
      postsPerMinute: env.LIMIT_WEBHOOK_POSTS_PER_MINUTE_PER_HOST,
      retryJitter: env.WEBHOOK_RETRY_JITTER,
      onAttempt,
      onUnopened: metrics.unsignedOf(name),
    })
    metrics.watch(channel, deliverer.inFlight)
    await channel.listen(channel.channel.outboxSchema, deliverer.wake)
    deliverer.start()
    onStop(() => deliverer.stop())
    const failing = {
      afterMinutes: env.WEBHOOK_FAILING_AFTER_MINUTES,
      afterAttempts: env.WEBHOOK_FAILING_AFTER_ATTEMPTS,
    }
    onStop(startAnnouncing(channel, failing, logger))
    const kinds = [
      expiredDeliveries(channel.channel, env.RETENTION_DELIVERIES_DAYS),
      expiredHours(channel.channel),
    ]
    const retention = { db: channel.db, clock: channel.clock, kinds, logger }
    onStop(startRetention(`${name}.deliveries`, retention, retentionMetrics))
  }
})
