import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { currentSpan } from '@waypost/telemetry'
import type { Outbox } from '../publish-event.ts'
import { queueDeliveries } from '../queue-deliveries.ts'
import { webhookTables } from '../tables.ts'

/**
 * Has deliveries of a webhook made again from the beginning of the schedule, under their old ids. A new round begins: jobs of the
 * earlier ones are void, and so is what an attempt that is still under way fails with.
 *
 * @param dueAt when their first attempts are to be made; null for now
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
  await queueDeliveries(tx, outbox, rows, dueAt)
  return rows.map((row) => row.id)
}
