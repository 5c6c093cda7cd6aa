import { cancelDeliveries } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import { webhooks } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { isOwnWebhook, webhookNotFound } from './get-webhook.ts'

/** What is still to be delivered is cancelled; the log of what was stays. */
export async function deleteWebhook(services: ApiServices, actor: Actor, id: string): Promise<void> {
  const { db, clock, outbox } = services
  await db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(isOwnWebhook(actor, id))
      .for('update')
    if (!own) throw webhookNotFound()
    await cancelDeliveries(tx, outbox.channel, id, new Date(clock.now()))
    await tx.delete(webhooks).where(isOwnWebhook(actor, id))
    await recordChange(tx, services, actor, 'webhook.deleted', id)
  })
}
