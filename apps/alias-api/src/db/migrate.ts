import { fileURLToPath } from 'node:url'
import { migrateDatabase, type ServiceDatabase } from '@waypost/postgres'
import { aliasChannel, deferredQueue, deliveryQueue, webhookMigrations } from '@waypost/webhooks'
import { workQueues, workSchema } from '../work-queues.ts'

const api = 'waypost_alias_api'
const mail = 'waypost_alias_mail'
const dispatcher = 'waypost_dispatcher'

export const aliasDatabase: ServiceDatabase = {
  sets: [
    webhookMigrations('alias', { api, producers: [api, mail], dispatcher }),
    {
      name: 'alias',
      schema: 'alias',
      directory: fileURLToPath(new URL('migrations', import.meta.url)),
    },
  ],
  queues: [
    {
      schema: aliasChannel.outboxSchema,
      queues: [deliveryQueue, deferredQueue],
      producers: [api, mail],
      consumers: [dispatcher],
    },
    { schema: workSchema, queues: workQueues, producers: [api], consumers: [mail] },
  ],
}

/** Brings the alias service's database up to date. May be repeated. */
export const migrateAlias = (url: string): Promise<string[]> => migrateDatabase(url, aliasDatabase)
