import { recoverDeliveries } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import type { Actor, Services } from '../services.ts'
import { getActiveWebhook } from './get-webhook.ts'

/** Has everything sent again that the webhook has missed since. May be repeated. */
export async function recoverWebhook(
  services: Services,
  actor: Actor,
  id: string,
  since: Date,
): Promise<{ recovered: number }> {
  await getActiveWebhook(services, actor, id)
  await recordChange(services.db, services, actor)
  return { recovered: await recoverDeliveries(services.db, services.outbox, id, since) }
}
