import { removeWebhook, webhookNotFound } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import type { Actor, ApiServices } from '../services.ts'

/** Pending deliveries are cancelled; the log of earlier ones stays. */
export async function deleteWebhook(services: ApiServices, actor: Actor, id: string): Promise<void> {
  const { db, clock, outbox } = services
  const { ownerId } = actor
  await db.transaction(async (tx) => {
    const isGone = await removeWebhook(tx, outbox.channel, { id, ownerId }, new Date(clock.now()))
    if (!isGone) throw webhookNotFound(outbox.channel)
    await recordChange(tx, services, actor, 'webhook.deleted', id)
  })
}
