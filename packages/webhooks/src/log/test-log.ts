import { newId, openQueues, systemClock, type Db } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { eq, sql } from 'drizzle-orm'
import { automationChannel } from '../channels/automation.ts'
import type { Outbox } from '../publish-event.ts'
import { webhookTables, type WebhookTables } from '../tables.ts'

export const { deliveries, deliveryAttempts } = webhookTables('automation')

export type DeliveryRow = WebhookTables['deliveries']['$inferSelect']

/** The queue in which a delivery waits, and since when. */
interface Job {
  queue: string
  round: number
  dueInMs: number
}

/** The delivery log of a service, accessed with its API's role. */
export interface TestLog {
  db: Db
  outbox: Pick<Outbox, 'channel' | 'boss' | 'clock'>
  database: TestDatabase
  /** Adds deliveries, with the status delivered by default. Each is a millisecond newer than the previous one. */
  add(webhookId: string, ...rows: Partial<DeliveryRow>[]): Promise<string[]>
  /** Attempts 1 to `count` of a delivery. */
  addAttempts(deliveryId: string, count: number): Promise<void>
  find(id: string): Promise<DeliveryRow>
  /** The jobs of each delivery that has any. */
  jobs(): Promise<Record<string, Job[]>>
  close(): Promise<void>
}

export async function openTestLog(): Promise<TestLog> {
  const database = await createTestDatabase()
  const role = 'waypost_automation_api'
  const { db } = database.connectAs(role)
  const owner = database.connectAsOwner().db
  const queues = await openQueues({
    url: database.url,
    role,
    applicationName: 'test',
    schema: automationChannel.outboxSchema,
    onError: () => {},
  })
  let createdAt = Date.now() - 3_600_000

  return {
    db,
    database,
    outbox: { channel: automationChannel, boss: queues.boss, clock: systemClock },
    async add(webhookId, ...rows) {
      const values = rows.map(({ status = 'delivered', ...row }) => {
        createdAt += 1
        const times = { createdAt: new Date(createdAt), endedAt: status === 'pending' ? null : new Date() }
        const body = '{"event":"job.failed"}'
        return {
          id: idAt(createdAt),
          ownerId: 'ada',
          webhookId,
          event: 'job.failed',
          body,
          status,
          ...times,
          ...row,
        }
      })
      await db.insert(deliveries).values(values)
      return values.map((row) => row.id)
    },
    async addAttempts(deliveryId, count) {
      const startedAt = new Date()
      const attempt = { startedAt, durationMs: 5, status: 500, requestHeaders: {}, responseBody: 'no' }
      const numbers = Array.from({ length: count }, (_, index) => index + 1)
      await db.insert(deliveryAttempts).values(numbers.map((number) => ({ deliveryId, number, ...attempt })))
    },
    async find(id) {
      const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id))

      return row!
    },
    async jobs() {
      const { rows } = await owner.execute<{ id: string; jobs: Job[] }>(sql`
        select data->>'deliveryId' as id, json_agg(json_build_object('queue', name, 'round', data->'round',
          'dueInMs', extract(epoch from start_after - created_on) * 1000) order by data->'round') as jobs
        from automation_outbox.job group by data->>'deliveryId'
      `)
      return Object.fromEntries(rows.map(({ id, jobs }) => [id, jobs]))
    },
    async close() {
      await queues.close()
      await database.drop()
    },
  }
}

/** Ids of the same millisecond have no defined order. */
function idAt(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}
