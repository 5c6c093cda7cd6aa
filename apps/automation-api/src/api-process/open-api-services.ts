import { createFeed } from '@waypost/concurrency'
import type { ReadinessCheck } from '@waypost/http'
import { openDatabase, type Database } from '@waypost/postgres'
import { createStorage } from '@waypost/storage'
import { openServiceDatabase } from '@waypost/webhooks'
import { automationService } from '../automation-service.ts'
import { progressChannel } from '../executions/progress/progress.ts'
import { followUps } from '../follow-ups.ts'
import { readLimits } from '../limits/read-limits.ts'
import type { ApiServices, Directory } from '../services.ts'
import type { ApiProcess } from './api-process.ts'

/** One of the service's databases. */
export interface ApiDatabase {
  url: string
  /** In metrics: the service's name, and that of the cell. */
  name: string
  /** What leads to it from the first; absent for the first. */
  directory?: Directory
}

/** What the API's verbs and sweeps work with, on one database. */
export interface OpenApiServices {
  services: ApiServices
  /** The pools by their names in metrics. */
  pools: Record<string, Database>
  checkKeys: ReadinessCheck
}

export async function openApiServices(
  running: ApiProcess,
  { url, name, directory }: ApiDatabase,
): Promise<OpenApiServices> {
  const { env, onStop, agent, objects } = running
  const connection = { url, role: 'waypost_automation_api', applicationName: 'automation-api' }
  const { database, work, checkKeys, ...opened } = await openServiceDatabase(
    automationService,
    {
      connection: { ...connection, maxConnections: 20 },
      keyring: env.ENCRYPTION_KEYS,
      delaysMs: env.AUTOMATION_WEBHOOK_DELAYS,
    },
    running,
  )
  // A repeated request holds a connection while its files are stored, so the storage has its own connections.
  const uploads = openDatabase({ ...connection, maxConnections: 4 })
  onStop(() => uploads.close())
  const progress = createFeed()
  await work.listen(progressChannel, progress.announce)
  const services = {
    ...opened.services,
    storage: createStorage(uploads.db, { schema: 'automation', objects }),
    egress: env.EGRESS_ALLOW,
    agent,
    cooldownMs: env.COOLDOWN_SECONDS * 1000,
    followUps,
    limits: readLimits(env),
    postsPerMinute: env.LIMIT_WEBHOOK_POSTS_PER_MINUTE_PER_HOST,
    progress,
    directory,
    fallbackSecret: env.WEBHOOK_FALLBACK_SECRET,
  }
  return {
    services,
    pools: { [name]: database, [name.replace('automation', 'uploads')]: uploads },
    checkKeys,
  }
}
