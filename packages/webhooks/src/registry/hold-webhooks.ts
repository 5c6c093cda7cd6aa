import { and, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { cancelDeliveries } from '../cancel-deliveries.ts'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'

const disabledReason = 'The account was recovered, and somebody else may have made this webhook'

/**
 * Deactivates every active webhook of these owners until the owner activates it again, because somebody else may have
 * created it. Its pending deliveries are cancelled; later events are recorded, as for any disabled webhook.
 */
export async function holdWebhooks(
  tx: Db,
  channel: Pick<Channel, 'service'>,
  ownerIds: string[],
  at: Date,
): Promise<void> {
  const { webhooks } = webhookTables(channel.service)
  const held = await tx
    .update(webhooks)
    .set({ isActive: false, heldAt: at, disabledAt: at, disabledReason })
    .where(and(inArray(webhooks.ownerId, ownerIds), webhooks.isActive))
    .returning({ id: webhooks.id })
  for (const { id } of held) await cancelDeliveries(tx, channel, id, at)
}
