import { enqueueJobs } from '@waypost/work-queues'
import { sql } from 'drizzle-orm'
import { inTransaction, type Db, type Boss } from '@waypost/postgres'
import { deferredQueue, deliveryQueue, type Channel } from './channel.ts'

/**
 * Creates a job for each delivery. Jobs that are due now are announced to the dispatchers at the commit.
 *
 * @param deliveries - `isCounted` where their host has counted them already, as those that were parked.
 * @param dueAt - Null for now; jobs for a later time wait in a queue of their own.
 */
export async function enqueueDeliveries(
  tx: Db,
  { channel, boss }: { channel: Pick<Channel, 'outboxSchema'>; boss: Boss },
  deliveries: { id: string; ownerId: string; round: number; isCounted?: boolean }[],
  dueAt: Date | null,
): Promise<void> {
  if (deliveries.length === 0) return
  if (dueAt) {
    const jobs = deliveries.map(({ id, round }) => ({ data: { deliveryId: id, round }, startAfter: dueAt }))
    await boss.insert(deferredQueue.name, jobs, { ...inTransaction(tx), returnId: false })
    return
  }
  const jobs = deliveries.map(({ id, ownerId, round, isCounted }) => ({
    ownerId,
    data: { deliveryId: id, round, ...(isCounted && { isCounted }) },
  }))
  await enqueueJobs(tx, boss, deliveryQueue.name, jobs)
  await tx.execute(sql`select pg_notify(${channel.outboxSchema}, '')`)
}
