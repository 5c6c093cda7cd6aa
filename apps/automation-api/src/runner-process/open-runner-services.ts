import { watchObjectStore } from '@waypost/http'
import {
  followDatabaseClock,
  openDatabase,
  openQueues,
  requireMigrations,
  type Database,
  type Queues,
} from '@waypost/postgres'
import { createObjectStore, createStorage, type OpenObjectStore } from '@waypost/storage'
import { automationChannel, recordSealingKey } from '@waypost/webhooks'
import { automationDatabase } from '../db/migrate.ts'
import { workSchema } from '../executions/run-queue.ts'
import { followUps } from '../follow-ups.ts'
import { readLimits } from '../limits/read-limits.ts'
import { createRunnerMetrics, type RunnerMetrics } from '../runner-metrics.ts'
import type { RunnerServices } from '../services.ts'
import { readModel } from './read-model.ts'
import type { RunnerProcess } from './runner-process.ts'

/** Everything outside the process that its parts use, except browsers. */
export interface OpenRunnerServices {
  services: RunnerServices
  database: Database
  work: Queues
  metrics: RunnerMetrics
  objects: OpenObjectStore | undefined
}

const dayMs = 86_400_000

/**
 * Opens the database, the queues of deliveries and of the service's own jobs, and the object store where there is one.
 */
export async function openRunnerServices(running: RunnerProcess): Promise<OpenRunnerServices> {
  const { env, logger, onStop } = running
  const connection = {
    url: env.DATABASE_URL,
    role: 'waypost_automation_runner',
    applicationName: 'automation-runner',
  }
  const onError = (error: Error) => logger.warn({ err: error }, 'queue')

  const database = openDatabase({ ...connection, maxConnections: 2 * env.RUNNER_CONCURRENCY + 4 })
  onStop(() => database.close())
  await requireMigrations(database.pool, automationDatabase.sets)
  const { clock, stop: stopClock } = await followDatabaseClock(database.db)
  onStop(stopClock)
  await recordSealingKey({ db: database.db, keyring: env.ENCRYPTION_KEYS, schema: 'automation' })
  const outbox = await openQueues({ ...connection, schema: automationChannel.outboxSchema, onError })
  onStop(() => outbox.close())
  const work = await openQueues({
    ...connection,
    schema: workSchema,
    wakeOnInsert: true,
    maintain: true,
    onError,
  })
  onStop(() => work.close())
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())

  const metrics = createRunnerMetrics(database, env.RUNNER_CONCURRENCY)
  watchObjectStore(metrics.registry, objects)
  const services = {
    db: database.db,
    clock,
    outbox: {
      channel: automationChannel,
      boss: outbox.boss,
      delaysMs: env.AUTOMATION_WEBHOOK_DELAYS,
      clock,
    },
    work: work.boss,
    keyring: env.ENCRYPTION_KEYS,
    storage: createStorage(database.db, { schema: 'automation', objects }),
    cooldownMs: env.COOLDOWN_SECONDS * 1000,
    followUps,
    limits: readLimits(env),
    egress: env.EGRESS_ALLOW,
    aliasUrl:
      env.ALIAS_API_URL && (env.ALIAS_API_URL.endsWith('/') ? env.ALIAS_API_URL : `${env.ALIAS_API_URL}/`),
    sessionTtlMs: env.SESSION_DAYS * dayMs,
    onHeal: metrics.countHeal,
    ...(await openModelRankers(running)),
  }
  return { services, database, work, metrics, objects }
}

async function openModelRankers({
  env,
  logger,
}: RunnerProcess): Promise<Pick<RunnerServices, 'createRankers'>> {
  const model = readModel(env)
  if (!model) return {}
  // Loaded only here: it is a large library that most runners do not need.
  const { rankersWithModel } = await import('../runner/healing/model/rankers-with-model.ts')
  const onAnswer = (answer: object) => logger.info(answer, 'model asked about a heal')
  return { createRankers: (hide) => rankersWithModel({ ...model, hide, onAnswer }) }
}
