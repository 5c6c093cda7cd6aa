import type { ReadinessCheck } from '@waypost/http'
import type { Database } from '@waypost/postgres'
import { createStorage, type OpenObjectStore } from '@waypost/storage'
import { openServiceDatabase } from '@waypost/webhooks'
import { aliasService } from '../alias-service.ts'
import type { Directory } from '../cells/directory.ts'
import { mailSettings } from '../db/session-settings.ts'
import type { DnsOptions, MailProcess, MailServices, Services } from '../services.ts'
import { workSettings } from '../work-queues.ts'

/** The external services that the parts of the mail process share. */
export interface OpenMailServices {
  services: MailServices &
    Pick<Services, 'keyring'> & { dns: DnsOptions; objects: OpenObjectStore | undefined }
  database: Database
  checkKeys: ReadinessCheck
}

/** One of the service's databases. */
export interface MailDatabaseOptions {
  url: string
  directory: Directory | undefined
  objects: OpenObjectStore | undefined
}

/** Opens a database, with its delivery and job queues. */
export async function openMailServices(
  running: MailProcess,
  { url, directory, objects }: MailDatabaseOptions,
): Promise<OpenMailServices> {
  const { env } = running
  const { database, checkKeys, ...opened } = await openServiceDatabase(
    aliasService,
    {
      connection: {
        url,
        role: 'waypost_alias_mail',
        applicationName: 'alias-mail',
        settings: mailSettings,
        maxConnections: 20,
      },
      work: { settings: workSettings, wakeOnInsert: true, maintain: true, prepare: true },
      keyring: env.ENCRYPTION_KEYS,
      delaysMs: env.ALIAS_WEBHOOK_DELAYS,
    },
    running,
  )
  const services = {
    ...opened.services,
    directory,
    storage: createStorage(database.db, { schema: 'alias', objects }),
    storesFilesOnce: env.ALIAS_FILES_STORED_ONCE,
    objects,
    dns: {
      mxHost: env.ALIAS_MX_HOST,
      servers: env.DNS_SERVERS,
      timeoutMs: env.DNS_TIMEOUT_MS,
      allowMissing: env.ALIAS_DEV_OUTBOX,
    },
    systemMail: { from: env.ALIAS_MAIL_FROM },
  }
  return { services, database, checkKeys }
}
