import { fileURLToPath } from 'node:url'
import { applyMigrations, createRoles, installQueues } from '@waypost/postgres'
import { aliasChannel, deferredQueue, deliveryQueue, webhookMigrations } from '@waypost/webhooks'
import { workQueues, workSchema } from '../work-queues.ts'

const api = 'waypost_alias_api'
const mail = 'waypost_alias_mail'
const dispatcher = 'waypost_dispatcher'

/** Brings the alias service's database up to date. May be repeated. */
export async function migrateAlias(url: string): Promise<void> {
  await createRoles(url)
  await applyMigrations(url, [
    webhookMigrations('alias', { api, producers: [api, mail], dispatcher }),
    {
      name: 'alias',
      schema: 'alias',
      directory: fileURLToPath(new URL('migrations', import.meta.url)),
    },
  ])
  await installQueues(url, {
    schema: aliasChannel.outboxSchema,
    queues: [deliveryQueue, deferredQueue],
    producers: [api, mail],
    consumers: [dispatcher],
  })
  await installQueues(url, { schema: workSchema, queues: workQueues, producers: [api], consumers: [mail] })
}
