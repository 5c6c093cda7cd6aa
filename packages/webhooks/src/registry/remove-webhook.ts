import type { Db } from '@waypost/postgres'
import { cancelDeliveries } from '../cancel-deliveries.ts'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'
import { isOwnWebhook, type OwnWebhook } from './find-webhook.ts'

/**
 * Deletes a webhook. Its pending deliveries are cancelled; its log stays.
 *
 * @returns whether that owner had one with that id
 */
export async function removeWebhook(
  tx: Db,
  channel: Pick<Channel, 'service'>,
  webhook: OwnWebhook,
  at: Date,
): Promise<boolean> {
  const { webhooks } = webhookTables(channel.service)
  const own = isOwnWebhook(webhooks, webhook)
  const [found] = await tx.select({ id: webhooks.id }).from(webhooks).where(own).for('update')
  if (!found) return false
  await cancelDeliveries(tx, channel, webhook.id, at)
  await tx.delete(webhooks).where(own)
  return true
}
