import { DomainError } from '@waypost/http'
import { redeliver, type LoggedDelivery } from '@waypost/webhooks'
import type { Actor, Services } from '../services.ts'
import { getActiveWebhook } from './get-webhook.ts'

export async function redeliverDelivery(
  services: Services,
  actor: Actor,
  webhookId: string,
  id: string,
): Promise<LoggedDelivery> {
  await getActiveWebhook(services, actor, webhookId)
  const delivery = await redeliver(services.db, services.outbox, webhookId, id)
  if (!delivery) throw new DomainError('not_found', 'Delivery not found or unauthorized')
  return delivery
}
