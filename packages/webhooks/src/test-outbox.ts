import { newId, openQueues, systemClock, type Db } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { automationChannel } from './channels/automation.ts'
import type { Outbox } from './publish-event.ts'
import { webhookTables } from './tables.ts'

export const started = {
  jobId: null,
  executionId: newId(),
  automationId: newId(),
  status: 'running' as const,
}

/** A service's database of outgoing events, accessed with its API's role. */
export interface TestOutbox {
  database: TestDatabase
  db: Db
  outbox: Outbox<typeof automationChannel.events>
  register(ownerId: string, events: string[], isActive?: boolean, disabledAt?: Date | null): Promise<string>
  /** Removes all webhooks and deliveries. */
  empty(): Promise<void>
  close(): Promise<void>
}

export async function openTestOutbox(): Promise<TestOutbox> {
  const database = await createTestDatabase()
  const role = 'waypost_automation_api'
  const { db } = database.connectAs(role)
  const queues = await openQueues({
    url: database.url,
    role,
    applicationName: 'test',
    schema: automationChannel.outboxSchema,
    onError: () => {},
  })
  const { webhooks } = webhookTables('automation')
  return {
    database,
    db,
    outbox: { channel: automationChannel, boss: queues.boss, delaysMs: [5000, 30_000], clock: systemClock },
    async register(ownerId, events, isActive = true, disabledAt = null) {
      const id = newId()
      const row = { id, ownerId, url: 'https://example.com', events, isActive, disabledAt, sealedSecret: '' }
      await db.insert(webhooks).values({ ...row, createdAt: new Date() })
      return id
    },
    async empty() {
      const owner = database.connectAsOwner().db
      await owner.execute(sql`truncate automation.webhooks, automation.deliveries cascade`)
    },
    async close() {
      await queues.close()
      await database.drop()
    },
  }
}
