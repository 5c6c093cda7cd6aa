import { checkReceiverUrl } from '@waypost/http'
import { insertWebhook } from '@waypost/webhooks'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { requireRoom } from '../limits/require-room.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toWebhook, type createdWebhook, type newWebhook } from './webhook.ts'

/** Registers a webhook. The secret is only in this response. */
export async function createWebhook(
  services: ApiServices,
  actor: Actor,
  input: z.infer<typeof newWebhook>,
): Promise<z.infer<typeof createdWebhook>> {
  const { db, clock, keyring, egress, outbox } = services
  checkReceiverUrl(egress, 'url', input.url)
  const createdAt = new Date(clock.now())
  return db.transaction(async (tx) => {
    await requireRoom(tx, services, actor.ownerId, 'webhooks')
    const { row, secret } = await insertWebhook(tx, outbox.channel, keyring, {
      ...input,
      ownerId: actor.ownerId,
      createdAt,
    })
    await recordChange(tx, services, actor, 'webhook.created', row.id)
    return { ...toWebhook(row), secret }
  })
}
