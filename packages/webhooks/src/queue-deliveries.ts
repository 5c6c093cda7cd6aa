import { enqueueJobs } from '@waypost/work-queues'
import { sql } from 'drizzle-orm'
import { inTransaction, type Db, type Boss } from '@waypost/postgres'
import { deferredQueue, deliveryQueue, type Channel } from './channel.ts'

/**
 * Gives deliveries a job each, due now or at a later time. What is due now is announced to the dispatchers at commit.
 *
 * @param dueAt null for now: a time that has been read before the transaction began would already be in the future
 */
export async function queueDeliveries(
  tx: Db,
  { channel, boss }: { channel: Pick<Channel, 'outboxSchema'>; boss: Boss },
  deliveries: { id: string; ownerId: string; round: number }[],
  dueAt: Date | null,
): Promise<void> {
  if (deliveries.length === 0) return
  if (dueAt) {
    const jobs = deliveries.map(({ id, round }) => ({ data: { deliveryId: id, round }, startAfter: dueAt }))
    await boss.insert(deferredQueue.name, jobs, { ...inTransaction(tx), returnId: false })
    return
  }
  const jobs = deliveries.map(({ id, ownerId, round }) => ({ ownerId, data: { deliveryId: id, round } }))
  await enqueueJobs(tx, boss, deliveryQueue.name, jobs)
  await tx.execute(sql`select pg_notify(${channel.outboxSchema}, '')`)
}
