import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from './channel.ts'
import { webhookTables } from './tables.ts'

/**
 * Cancels a webhook's pending deliveries. An attempt in flight may still succeed, and is then recorded as a success;
 * queued jobs find nothing to send.
 *
 * A delivery that is being settled at this moment is skipped, and cancelled by that settlement: the settlement waits
 * for the webhook's row, which the caller holds, so waiting for the delivery here would be a deadlock.
 *
 * @param tx holds the webhook's row, and deactivates or deletes it
 */
export async function cancelDeliveries(
  tx: Db,
  channel: Pick<Channel, 'service'>,
  webhookId: string,
  at: Date,
): Promise<void> {
  const { deliveries } = webhookTables(channel.service)
  const pending = tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.webhookId, webhookId), eq(deliveries.status, 'pending')))
    .for('no key update', { skipLocked: true })
  await tx
    .update(deliveries)
    .set({ status: 'cancelled', endedAt: at, nextAttemptAt: null, isParked: false })
    .where(inArray(deliveries.id, pending))
}
