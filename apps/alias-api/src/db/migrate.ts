import { fileURLToPath } from 'node:url'
import { migrateDatabase, type ServiceDatabase } from '@waypost/postgres'
import { auditLogMigrations } from '@waypost/retention'
import { aliasChannel, deferredQueue, deliveryQueue, webhookMigrations } from '@waypost/webhooks'
import { workQueues, workSchema } from '../work-queues.ts'

const api = 'waypost_alias_api'
const mail = 'waypost_alias_mail'
const dispatcher = 'waypost_dispatcher'

const uncountAuditLogs = `
    execute format('insert into alias.audit_log_counts as counted (owner_id, total)
      select owner_id, -count(*) from alias.%I group by owner_id order by owner_id
      on conflict (owner_id) do update set total = counted.total + excluded.total', name);`

export const aliasDatabase: ServiceDatabase = {
  sets: [
    webhookMigrations('alias', { api, producers: [api, mail], dispatcher }),
    {
      name: 'alias',
      schema: 'alias',
      directory: fileURLToPath(new URL('migrations', import.meta.url)),
    },
    auditLogMigrations('alias', { api }, uncountAuditLogs),
  ],
  citusFunctions: fileURLToPath(new URL('citus-functions.sql', import.meta.url)),
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

/** Migrates the alias service's database. Safe to repeat. */
export const migrateAlias = (url: string): Promise<string[]> => migrateDatabase(url, aliasDatabase)
