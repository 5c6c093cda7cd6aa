import type { ReadinessCheck } from '@waypost/http'
import type { Database } from '@waypost/postgres'
import { createObjectStore, createStorage, type OpenObjectStore } from '@waypost/storage'
import { openServiceDatabase } from '@waypost/webhooks'
import { aliasService } from '../alias-service.ts'
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

/** Opens the database, the delivery and job queues, and the object store where one is configured. */
export async function openMailServices(running: MailProcess): Promise<OpenMailServices> {
  const { env, onStop } = running
  const { database, checkKeys, ...opened } = await openServiceDatabase(
    aliasService,
    {
      connection: {
        url: env.DATABASE_URL,
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
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())

  const services = {
    ...opened.services,
    storage: createStorage(database.db, { schema: 'alias', objects }),
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
