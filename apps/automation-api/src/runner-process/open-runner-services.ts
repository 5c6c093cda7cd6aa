import { watchObjectStore, type ReadinessCheck } from '@waypost/http'
import type { Database, Queues } from '@waypost/postgres'
import { createObjectStore, createStorage, type OpenObjectStore } from '@waypost/storage'
import { openServiceDatabase } from '@waypost/webhooks'
import { automationService } from '../automation-service.ts'
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
  checkKeys: ReadinessCheck
}

const dayMs = 86_400_000

/**
 * Opens the database, the queues of deliveries and of the service's own jobs, and the object store where there is one.
 */
export async function openRunnerServices(running: RunnerProcess): Promise<OpenRunnerServices> {
  const { env, onStop } = running
  const { database, work, checkKeys, ...opened } = await openServiceDatabase(
    automationService,
    {
      connection: {
        url: env.DATABASE_URL,
        role: 'waypost_automation_runner',
        applicationName: 'automation-runner',
        maxConnections: 2 * env.RUNNER_CONCURRENCY + 4,
      },
      work: { wakeOnInsert: true, maintain: true },
      keyring: env.ENCRYPTION_KEYS,
      delaysMs: env.AUTOMATION_WEBHOOK_DELAYS,
    },
    running,
  )
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())

  const metrics = createRunnerMetrics(database, env.RUNNER_CONCURRENCY)
  watchObjectStore(metrics.registry, objects)
  const services = {
    ...opened.services,
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
  return { services, database, work, metrics, objects, checkKeys }
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
