import { createFeed } from '@waypost/concurrency'
import { createApiMetrics, onceItWorks, runProcess, serveInternals, watchObjectStore } from '@waypost/http'
import { followDatabaseClock, openDatabase, openQueues, requireMigrations } from '@waypost/postgres'
import { createRetentionMetrics, startRetention } from '@waypost/retention'
import { checkStore, createObjectStore, createStorage } from '@waypost/storage'
import { aliasChannel, checkSealingKeys, recordSealingKey } from '@waypost/webhooks'
import { watchExpiry } from './addresses/watch-expiry.ts'
import { createAliasApp } from './app.ts'
import { arrivalsChannel } from './arrivals/announce-arrivals.ts'
import { aliasDatabase } from './db/migrate.ts'
import { sessionSettings } from './db/session-settings.ts'
import { readApiEnv } from './env.ts'
import { startMaintenance } from './maintenance.ts'
import { installPlanLimits } from './limits/install-plan-limits.ts'
import { installPlanSenders } from './plan-senders/install-plan-senders.ts'
import { createPgpKeyReader } from './pgp/pgp-key-reader.ts'
import { installPlatformDomains } from './platform-domains/install-platform-domains.ts'
import { refuseClaimedDomains } from './platform-domains/refuse-claimed-domains.ts'
import { retentionKinds } from './retention/retention-kinds.ts'
import type { ApiServices } from './services.ts'
import { workSchema } from './work-queues.ts'

await runProcess('alias-api', readApiEnv, async ({ env, logger, onStop }) => {
  const connection = { url: env.DATABASE_URL, role: 'waypost_alias_api', applicationName: 'alias-api' }
  const onError = (error: Error) => logger.warn({ err: error }, 'queue')

  const database = openDatabase({ ...connection, settings: sessionSettings, maxConnections: 20 })
  onStop(() => database.close())
  await requireMigrations(database.pool, aliasDatabase.sets)
  const { clock, stop: stopClock } = await followDatabaseClock(database.db)
  onStop(stopClock)
  const keys = { db: database.db, keyring: env.ENCRYPTION_KEYS, schema: 'alias' }
  await recordSealingKey(keys)
  const outboxQueues = await openQueues({ ...connection, schema: aliasChannel.outboxSchema, onError })
  onStop(() => outboxQueues.close())
  const work = await openQueues({ ...connection, schema: workSchema, onError })
  onStop(() => work.close())

  const arrivals = createFeed()
  await work.listen(arrivalsChannel, arrivals.announce)

  const pgpKeys = createPgpKeyReader()
  onStop(pgpKeys.close)
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())

  const services: ApiServices = {
    db: database.db,
    clock,
    outbox: {
      channel: aliasChannel,
      boss: outboxQueues.boss,
      delaysMs: env.ALIAS_WEBHOOK_DELAYS,
      clock,
    },
    work: work.boss,
    storage: createStorage(database.db, { schema: 'alias', objects }),
    keyring: env.ENCRYPTION_KEYS,
    egress: env.EGRESS_ALLOW,
    arrivals,
    pgpKeys,
    limits: {
      perAccount: env.ALIAS_RATE_LIMIT_PER_MINUTE,
      perPerson: env.ALIAS_PERSON_RATE_LIMIT_PER_MINUTE,
      perClient: env.ALIAS_CLIENT_RATE_LIMIT_PER_MINUTE,
    },
    dns: { mxHost: env.ALIAS_MX_HOST, servers: env.DNS_SERVERS, timeoutMs: env.DNS_TIMEOUT_MS },
    systemMail: {
      from: env.ALIAS_MAIL_FROM,
      publicUrl: env.ALIAS_PUBLIC_URL ?? `http://127.0.0.1:${env.ALIAS_PORT}`,
    },
  }

  const platformDomains = env.ALIAS_PLATFORM_DOMAINS.map(({ domain }) => domain)
  await refuseClaimedDomains(services.db, platformDomains, [...env.ALIAS_SENDING_SUBDOMAINS.values()])
  await installPlatformDomains(services, env.ALIAS_PLATFORM_DOMAINS)
  await installPlanSenders(services, env.ALIAS_SENDING_SUBDOMAINS)
  await installPlanLimits(services, {
    recipientsPerDay: env.ALIAS_LIMIT_RECIPIENTS_PER_DAY,
    addressesByRulePerHour: env.ALIAS_LIMIT_ADDRESSES_BY_RULE_PER_HOUR,
    storedBytes: env.ALIAS_LIMIT_STORED_BYTES,
    webhooks: env.ALIAS_LIMIT_WEBHOOKS,
    addresses: env.ALIAS_LIMIT_ADDRESSES,
    forwardingAddresses: env.ALIAS_LIMIT_FORWARDING_ADDRESSES,
    domains: env.ALIAS_LIMIT_DOMAINS,
    subdomains: env.ALIAS_LIMIT_SUBDOMAINS,
  })
  onStop(watchExpiry(services, logger))
  onStop(startMaintenance(services, logger))

  const app = createAliasApp({
    services,
    jwt: { jwksUrl: env.JWT_JWKS_URL, issuer: env.JWT_ISSUER, audience: env.JWT_AUDIENCE },
    adminToken: env.ADMIN_TOKEN,
    devOutbox: env.ALIAS_DEV_OUTBOX,
    logger,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
  })
  onStop(() => app.close())
  const metrics = createApiMetrics('alias-api', app, { alias: database })
  watchObjectStore(metrics, objects)
  const retention = { db: database.db, clock, kinds: retentionKinds(env), logger }
  onStop(startRetention('alias', retention, createRetentionMetrics(metrics)))

  if (env.METRICS_PORT !== undefined) {
    const server = await serveInternals(metrics, {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: [database.db],
      checks: [checkSealingKeys(keys), ...(objects ? [onceItWorks(checkStore(objects))] : [])],
    })
    onStop(async () => void server.close())
  }
  await app.listen({ host: env.HOST, port: env.ALIAS_PORT })
})
