import {
  followDatabaseClock,
  openDatabase,
  openQueues,
  requireMigrations,
  type Database,
} from '@waypost/postgres'
import { createObjectStore, createStorage, type OpenObjectStore } from '@waypost/storage'
import { aliasChannel, recordSealingKey } from '@waypost/webhooks'
import { aliasDatabase } from '../db/migrate.ts'
import { mailSettings } from '../db/session-settings.ts'
import type { DnsOptions, MailProcess, MailServices, Services } from '../services.ts'
import { workSchema, workSettings } from '../work-queues.ts'

/** The external services that the parts of the mail process share. */
export interface OpenMailServices {
  services: MailServices &
    Pick<Services, 'keyring'> & { dns: DnsOptions; objects: OpenObjectStore | undefined }
  database: Database
}

/** Opens the database, the delivery and job queues, and the object store where one is configured. */
export async function openMailServices({ env, logger, onStop }: MailProcess): Promise<OpenMailServices> {
  const connection = { url: env.DATABASE_URL, role: 'waypost_alias_mail', applicationName: 'alias-mail' }
  const onError = (error: Error) => logger.warn({ err: error }, 'queue')

  const database = openDatabase({ ...connection, settings: mailSettings, maxConnections: 20 })
  onStop(() => database.close())
  await requireMigrations(database.pool, aliasDatabase.sets)
  const { clock, stop: stopClock } = await followDatabaseClock(database.db)
  onStop(stopClock)
  await recordSealingKey({ db: database.db, keyring: env.ENCRYPTION_KEYS, schema: 'alias' })
  const outbox = await openQueues({ ...connection, schema: aliasChannel.outboxSchema, onError })
  onStop(() => outbox.close())
  const work = await openQueues({
    ...connection,
    schema: workSchema,
    settings: workSettings,
    wakeOnInsert: true,
    maintain: true,
    prepare: true,
    onError,
  })
  onStop(() => work.close())
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())

  const services = {
    db: database.db,
    clock,
    outbox: {
      channel: aliasChannel,
      boss: outbox.boss,
      delaysMs: env.ALIAS_WEBHOOK_DELAYS,
      clock,
    },
    work: work.boss,
    storage: createStorage(database.db, { schema: 'alias', objects }),
    objects,
    keyring: env.ENCRYPTION_KEYS,
    dns: {
      mxHost: env.ALIAS_MX_HOST,
      servers: env.DNS_SERVERS,
      timeoutMs: env.DNS_TIMEOUT_MS,
      allowMissing: env.ALIAS_DEV_OUTBOX,
    },
    systemMail: { from: env.ALIAS_MAIL_FROM },
  }
  return { services, database }
}
