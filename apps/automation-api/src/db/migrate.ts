import { laterQueue } from '@waypost/work-queues'
import { fileURLToPath } from 'node:url'
import { migrateDatabase, type ServiceDatabase } from '@waypost/postgres'
import { auditLogMigrations } from '@waypost/retention'
import { automationChannel, deferredQueue, deliveryQueue, webhookMigrations } from '@waypost/webhooks'
import { runQueue, workSchema } from '../executions/run-queue.ts'
import { generationQueue, matchQueue } from '../intents/intent-queues.ts'

const api = 'waypost_automation_api'
const runner = 'waypost_automation_runner'
const dispatcher = 'waypost_dispatcher'

export const automationDatabase: ServiceDatabase = {
  sets: [
    webhookMigrations('automation', { api, producers: [api, runner], dispatcher }),
    {
      name: 'automation',
      schema: 'automation',
      directory: fileURLToPath(new URL('migrations', import.meta.url)),
    },
    auditLogMigrations('automation', { api, producers: [runner] }),
  ],
  citusFunctions: fileURLToPath(new URL('citus-functions.sql', import.meta.url)),
  queues: [
    {
      schema: automationChannel.outboxSchema,
      queues: [deliveryQueue, deferredQueue],
      producers: [api, runner],
      consumers: [dispatcher],
    },
    {
      schema: workSchema,
      queues: [runQueue, laterQueue(runQueue), matchQueue, generationQueue],
      producers: [api],
      consumers: [runner],
    },
  ],
}

/** Migrates the automation service's database. May be repeated. */
export const migrateAutomation = (url: string): Promise<string[]> => migrateDatabase(url, automationDatabase)
