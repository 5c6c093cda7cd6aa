import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { currentSpan } from '@waypost/telemetry'
import type { Outbox } from '../publish-event.ts'
import { enqueueDeliveries } from '../enqueue-deliveries.ts'
import { webhookTables } from '../tables.ts'

/**
 * Restarts deliveries of a webhook from the beginning of the schedule, under the same ids. A new round begins: jobs of
 * earlier rounds are void, and so is the failure of an attempt that is still in flight.
 *
 * @param dueAt when their first attempts are to be made; null for now
 *
 * @returns the ids of those that the webhook has
 */
export async function requeueDeliveries(
  tx: Db,
  outbox: Pick<Outbox, 'channel' | 'boss' | 'clock'>,
  webhookId: string,
  ids: string[],
  dueAt: Date | null,
): Promise<string[]> {
  if (ids.length === 0) return []
  const { deliveries } = webhookTables(outbox.channel.service)
  const traceParent = currentSpan()?.traceParent
  const rows = await tx
    .update(deliveries)
    .set({
      status: 'pending',
      round: sql`${deliveries.round} + 1`,
      failedAttempts: 0,
      nextAttemptAt: dueAt ?? new Date(outbox.clock.now()),
      isParked: false,
      endedAt: null,
      ...(traceParent !== undefined && { traceParent }),
    })
    .where(and(eq(deliveries.webhookId, webhookId), sql`${deliveries.id} = any(${sql.param(ids)}::uuid[])`))
    .returning({ id: deliveries.id, ownerId: deliveries.ownerId, round: deliveries.round })
  await enqueueDeliveries(tx, outbox, rows, dueAt)
  return rows.map((row) => row.id)
}
