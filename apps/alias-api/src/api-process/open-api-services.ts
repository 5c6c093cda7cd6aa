import { createFeed } from '@waypost/concurrency'
import type { ReadinessCheck } from '@waypost/http'
import type { Database } from '@waypost/postgres'
import { createStorage } from '@waypost/storage'
import { openServiceDatabase } from '@waypost/webhooks'
import { aliasService } from '../alias-service.ts'
import { arrivalsChannel } from '../arrivals/announce-arrivals.ts'
import type { Directory } from '../cells/directory.ts'
import { sessionSettings } from '../db/session-settings.ts'
import type { ApiServices } from '../services.ts'
import type { ApiProcess } from './api-process.ts'

/** What the API's verbs and sweeps work with, on one database. */
export interface OpenApiServices {
  services: ApiServices
  database: Database
  checkKeys: ReadinessCheck
}

/** One of the service's databases. */
export interface ApiDatabase {
  url: string
  /** In metrics: the service's name, and that of the cell. */
  name: string
  directory: Directory | undefined
}

export async function openApiServices(
  running: ApiProcess,
  { url, directory }: Omit<ApiDatabase, 'name'>,
): Promise<OpenApiServices> {
  const { env, objects, pgpKeys } = running
  const { database, work, checkKeys, ...opened } = await openServiceDatabase(
    aliasService,
    {
      connection: {
        url,
        role: 'waypost_alias_api',
        applicationName: 'alias-api',
        settings: sessionSettings,
        maxConnections: 20,
      },
      keyring: env.ENCRYPTION_KEYS,
      delaysMs: env.ALIAS_WEBHOOK_DELAYS,
    },
    running,
  )
  const arrivals = createFeed()
  await work.listen(arrivalsChannel, arrivals.announce)
  const services = {
    ...opened.services,
    storage: createStorage(database.db, { schema: 'alias', objects }),
    storesFilesOnce: env.ALIAS_FILES_STORED_ONCE,
    directory,
    egress: env.EGRESS_ALLOW,
    arrivals,
    pgpKeys,
    postsPerMinute: env.LIMIT_WEBHOOK_POSTS_PER_MINUTE_PER_HOST,
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
  return { services, database, checkKeys }
}
