import { checkReceiverUrl } from '@waypost/http'
import { changeWebhook, webhookNotFound } from '@waypost/webhooks'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toWebhook, type Webhook, type webhookChange } from './webhook.ts'

export async function updateWebhook(
  services: ApiServices,
  actor: Actor,
  id: string,
  change: z.infer<typeof webhookChange>,
): Promise<Webhook> {
  const { db, clock, keyring, egress, outbox } = services
  const { ownerId } = actor
  if (change.url !== undefined) checkReceiverUrl(egress, 'url', change.url)
  return db.transaction(async (tx) => {
    const row = await changeWebhook(tx, outbox.channel, keyring, { id, ownerId }, change, clock.now())
    if (!row) throw webhookNotFound(outbox.channel)
    await recordChange(tx, services, actor, 'webhook.updated', id)
    return toWebhook(row)
  })
}
