import { and, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { cancelDeliveries } from '../cancel-deliveries.ts'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'

/**
 * Switches every active webhook of these owners off until its owner activates it again, because somebody else may have made
 * it. What is pending for them is cancelled; what happens meanwhile is recorded, as for any disabled webhook.
 *
 * @param reason what the webhook's owner reads
 */
export async function holdWebhooks(
  tx: Db,
  channel: Pick<Channel, 'service'>,
  ownerIds: string[],
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  const { webhooks } = webhookTables(channel.service)
  const held = await tx
    .update(webhooks)
    .set({ isActive: false, heldAt: at, disabledAt: at, disabledReason: reason })
    .where(and(inArray(webhooks.ownerId, ownerIds), webhooks.isActive))
    .returning({ id: webhooks.id })
  for (const { id } of held) await cancelDeliveries(tx, channel, id, at)
}
