import { newId } from '@waypost/postgres'
import { generateSecret, webhookSecretContext } from '@waypost/webhooks'
import type { z } from 'zod'
import { webhooks } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkReceiverUrl, toWebhook, type createdWebhook, type newWebhook } from './webhook.ts'

/** The secret leaves with this answer only; from then on it is sealed, and opened only to sign. */
export async function createWebhook(
  { db, clock, keyring, egress }: ApiServices,
  actor: Actor,
  { name, url, events }: z.infer<typeof newWebhook>,
): Promise<z.infer<typeof createdWebhook>> {
  checkReceiverUrl(egress, 'url', url)
  const id = newId()
  const secret = generateSecret()
  const [row] = await db
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
  return { ...toWebhook(row!), secret }
}
