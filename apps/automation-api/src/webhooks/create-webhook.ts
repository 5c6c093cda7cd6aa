import { newId } from '@waypost/postgres'
import { generateSecret, webhookSecretContext } from '@waypost/webhooks'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { webhooks } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkReceiverUrl, toWebhook, type createdWebhook, type newWebhook } from './webhook.ts'

/** The secret leaves with this answer only; from then on it is sealed, and opened only to sign. */
export async function createWebhook(
  services: ApiServices,
  actor: Actor,
  { name, url, events }: z.infer<typeof newWebhook>,
): Promise<z.infer<typeof createdWebhook>> {
  const { db, clock, keyring, egress } = services
  checkReceiverUrl(egress, 'url', url)
  const id = newId()
  const secret = generateSecret()
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(webhooks)
      .values({
        id,
        ownerId: actor.ownerId,
        name,
        url,
        events: [...new Set(events)],
        sealedSecret: keyring.seal(secret, webhookSecretContext(id)),
        createdAt: new Date(clock.now()),
      })
      .returning()
    await recordChange(tx, services, actor, 'webhook.created', id)
    return { ...toWebhook(row!), secret }
  })
}
