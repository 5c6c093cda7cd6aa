import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { cancelDeliveries } from '../cancel-deliveries.ts'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'

/**
 * Deletes a webhook. What is still to be delivered is cancelled; the log of what was stays.
 *
 * @returns whether that owner had one of that id
 */
export async function removeWebhook(
  tx: Db,
  channel: Pick<Channel, 'service'>,
  { id, ownerId }: { id: string; ownerId: string },
  at: Date,
): Promise<boolean> {
  const { webhooks } = webhookTables(channel.service)
  const own = and(eq(webhooks.id, id), eq(webhooks.ownerId, ownerId), webhooks.isRegistered)
  const [found] = await tx.select({ id: webhooks.id }).from(webhooks).where(own).for('update')
  if (!found) return false
  await cancelDeliveries(tx, channel, id, at)
  await tx.delete(webhooks).where(own)
  return true
}
