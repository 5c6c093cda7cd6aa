import { earliestFirst, inTransaction, type Db, type Boss } from '@waypost/postgres'
import { enqueueJobs } from '@waypost/work-queues'
import { announceDeliveries } from './announce-deliveries.ts'
import { deferredQueue, deliveryQueue, type Channel } from './channel.ts'

/**
 * Creates a job for each delivery. Jobs that are due now are announced to the dispatchers after the commit.
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
    const later = deliveries.map(({ id, ownerId, round }) => ({ deliveryId: id, ownerId, round, dueAt }))
    return deferDeliveries(tx, boss, later)
  }
  const jobs = deliveries.map(({ id, ownerId, round, isCounted }) => ({
    ownerId,
    data: { deliveryId: id, round, ...(isCounted && { isCounted }) },
  }))
  await enqueueJobs(tx, boss, deliveryQueue.name, jobs)
  announceDeliveries(tx, { channel, boss })
}

interface Deferred {
  deliveryId: string
  ownerId: string
  round: number
  dueAt: Date
}

/**
 * Creates a job for each delivery, in the queue where they wait for their times. It has the owner's id, by which owners take
 * turns when many are due.
 */
export async function deferDeliveries(tx: Db, boss: Boss, deliveries: Deferred[]): Promise<void> {
  const jobs = deliveries.map(({ dueAt, ...data }) => ({
    data,
    startAfter: dueAt,
    priority: earliestFirst(dueAt),
  }))
  await boss.insert(deferredQueue.name, jobs, { ...inTransaction(tx), returnId: false })
}
