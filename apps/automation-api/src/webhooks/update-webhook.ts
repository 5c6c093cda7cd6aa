import { sql } from 'drizzle-orm'
import { cancelDeliveries, webhookSecretContext } from '@waypost/webhooks'
import type { z } from 'zod'
import { webhooks } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { isOwnWebhook, webhookNotFound } from './get-webhook.ts'
import { checkReceiverUrl, toWebhook, type Webhook, type webhookChange } from './webhook.ts'

/** Pending deliveries go out with the new url and secret; those of a deactivated webhook are cancelled. */
export async function updateWebhook(
  { db, clock, keyring, egress, outbox }: ApiServices,
  actor: Actor,
  id: string,
  { name, url, events, isActive, secret }: z.infer<typeof webhookChange>,
): Promise<Webhook> {
  if (url !== undefined) checkReceiverUrl(egress, 'url', url)
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(webhooks)
      .set({
        name: name ?? sql`${webhooks.name}`,
        url: url ?? sql`${webhooks.url}`,
        events: events ? [...new Set(events)] : sql`${webhooks.events}`,
        isActive: isActive ?? sql`${webhooks.isActive}`,
        sealedSecret: secret ? keyring.seal(secret, webhookSecretContext(id)) : sql`${webhooks.sealedSecret}`,
      })
      .where(isOwnWebhook(actor, id))
      .returning()
    if (!row) throw webhookNotFound()
    if (isActive === false) await cancelDeliveries(tx, outbox.channel, id, new Date(clock.now()))
    return toWebhook(row)
  })
}
