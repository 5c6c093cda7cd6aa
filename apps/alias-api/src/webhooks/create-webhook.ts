import { checkReceiverUrl } from '@waypost/http'
import { insertWebhook } from '@waypost/webhooks'
import type { z } from 'zod'
import { enforceLimit } from '../limits/enforce-limit.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toWebhook, type createdWebhook, type newWebhook } from './webhook.ts'

/** The secret is in this response only. */
export async function createWebhook(
  services: ApiServices,
  actor: Actor,
  input: z.infer<typeof newWebhook>,
): Promise<z.infer<typeof createdWebhook>> {
  const { db, clock, keyring, egress, outbox } = services
  checkReceiverUrl(egress, 'url', input.url)
  const createdAt = new Date(clock.now())
  return db.transaction(async (tx) => {
    await enforceLimit(tx, services, actor.accountId, 'webhooks')
    const { row, secret } = await insertWebhook(tx, outbox.channel, keyring, {
      ...input,
      ownerId: actor.ownerId,
      createdAt,
    })
    await recordChange(tx, services, actor)
    return { ...toWebhook(row), secret }
  })
}
