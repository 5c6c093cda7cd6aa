import type { ReadinessCheck } from '@waypost/http'
import type { Database, Queues } from '@waypost/postgres'
import { createStorage } from '@waypost/storage'
import { openServiceDatabase } from '@waypost/webhooks'
import { automationService } from '../automation-service.ts'
import { followUps } from '../follow-ups.ts'
import { readLimits } from '../limits/read-limits.ts'
import type { RunnerServices } from '../services.ts'
import type { RunnerProcess, Shared } from './runner-process.ts'

/** A database of the service, with what runs work with. */
export interface OpenRunnerServices {
  services: RunnerServices
  database: Database
  work: Queues
  checkKeys: ReadinessCheck
}

const dayMs = 86_400_000

/** Opens a database with its queues of deliveries and of the service's own jobs. */
export async function openRunnerServices(
  running: RunnerProcess,
  { metrics, objects, createRankers }: Pick<Shared, 'metrics' | 'objects' | 'createRankers'>,
  url: string,
): Promise<OpenRunnerServices> {
  const { env } = running
  const { database, work, checkKeys, ...opened } = await openServiceDatabase(
    automationService,
    {
      connection: {
        url,
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
    ...(createRankers && { createRankers }),
  }
  return { services, database, work, checkKeys }
}
