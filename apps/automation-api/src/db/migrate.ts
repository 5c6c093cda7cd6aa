import { fileURLToPath } from 'node:url'
import { applyMigrations, createRoles, installQueues } from '@waypost/postgres'
import { automationChannel, deferredQueue, deliveryQueue, webhookMigrations } from '@waypost/webhooks'
import { runQueue, workSchema } from '../executions/run-queue.ts'
import { generationQueue, matchQueue } from '../intents/intent-queues.ts'

const api = 'waypost_automation_api'
const runner = 'waypost_automation_runner'
const dispatcher = 'waypost_dispatcher'

/** Brings the automation service's database up to date. May be repeated. */
export async function migrateAutomation(url: string): Promise<void> {
  await createRoles(url)
  await applyMigrations(url, [
    webhookMigrations('automation', { api, producers: [api, runner], dispatcher }),
    {
      name: 'automation',
      schema: 'automation',
      directory: fileURLToPath(new URL('migrations', import.meta.url)),
    },
  ])
  await installQueues(url, {
    schema: automationChannel.outboxSchema,
    queues: [deliveryQueue, deferredQueue],
    producers: [api, runner],
    consumers: [dispatcher],
  })
  await installQueues(url, {
    schema: workSchema,
    queues: [runQueue, matchQueue, generationQueue],
    producers: [api],
    consumers: [runner],
  })
}
