import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from './channel.ts'
import { webhookTables } from './tables.ts'

/**
 * Ends what a webhook was still to receive. An attempt that is under way may yet succeed, and then says so; jobs that
 * wait in the queue find nothing to send.
 */
export async function cancelDeliveries(
  tx: Db,
  channel: Pick<Channel, 'service'>,
  webhookId: string,
  at: Date,
): Promise<void> {
  const { deliveries } = webhookTables(channel.service)
  await tx
    .update(deliveries)
    .set({ status: 'cancelled', endedAt: at, nextAttemptAt: null, isParked: false })
    .where(and(eq(deliveries.webhookId, webhookId), eq(deliveries.status, 'pending')))
}
