import { cancelDeliveries, webhookSecretContext } from '@waypost/webhooks'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { webhooks } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { isOwnWebhook, webhookNotFound } from './get-webhook.ts'
import { checkReceiverUrl, toWebhook, type Webhook, type webhookChange } from './webhook.ts'

const previousSecretSignsMs = 24 * 3_600_000

/**
 * Pending deliveries go out with the new url and secret; those of a deactivated webhook are cancelled. A secret that is
 * replaced signs along for a day. To activate a webhook that the service had disabled is to enable it again.
 */
export async function updateWebhook(
  services: ApiServices,
  actor: Actor,
  id: string,
  { name, url, events, isActive, secret }: z.infer<typeof webhookChange>,
): Promise<Webhook> {
  const { db, clock, keyring, egress, outbox } = services
  if (url !== undefined) checkReceiverUrl(egress, 'url', url)
  const now = clock.now()
  const context = webhookSecretContext(id)
  return db.transaction(async (tx) => {
    const [current] = await tx.select().from(webhooks).where(isOwnWebhook(actor, id)).for('no key update')
    if (!current) throw webhookNotFound()
    // A change that is sent twice must not push out the secret that receivers still have.
    const isRotation = secret !== undefined && secret !== keyring.open(current.sealedSecret, context)
    const [row] = await tx
      .update(webhooks)
      .set({
        name: name ?? current.name,
        url: url ?? current.url,
        events: events ? [...new Set(events)] : current.events,
        isActive: isActive ?? current.isActive,
        ...(isActive && { disabledAt: null, disabledReason: null }),
        ...(isRotation && {
          sealedSecret: keyring.seal(secret, context),
          previousSealedSecret: current.sealedSecret,
          previousSecretUntil: new Date(now + previousSecretSignsMs),
        }),
      })
      .where(isOwnWebhook(actor, id))
      .returning()
    if (isActive === false) await cancelDeliveries(tx, outbox.channel, id, new Date(now))
    await recordChange(tx, services, actor, 'webhook.updated', id)
    return toWebhook(row!)
  })
}
