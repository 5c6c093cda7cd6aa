import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import { inTransaction, type Db } from '@waypost/postgres'
import { deferredQueue, deliveryQueue, type Channel } from './channel.ts'

/**
 * Gives deliveries a job each, due now or at a later time. What is due now is announced to the dispatchers at commit.
 *
 * @param dueAt null for now: a time that has been read before the transaction began would already be in the future
 */
export async function queueDeliveries(
  tx: Db,
  { channel, boss }: { channel: Pick<Channel, 'outboxSchema'>; boss: PgBoss },
  deliveries: { id: string; round: number }[],
  dueAt: Date | null,
): Promise<void> {
  if (deliveries.length === 0) return
  const jobs = deliveries.map(({ id, round }) => ({
    data: { deliveryId: id, round },
    ...(dueAt && { startAfter: dueAt }),
  }))
  const queue = dueAt ? deferredQueue : deliveryQueue
  await boss.insert(queue.name, jobs, { ...inTransaction(tx), returnId: false })
  if (!dueAt) await tx.execute(sql`select pg_notify(${channel.outboxSchema}, '')`)
}
