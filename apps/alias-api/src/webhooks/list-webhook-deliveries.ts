import { listDeliveries, type DeliveryPage, type DeliveryQuery } from '@waypost/webhooks'
import type { Actor, Services } from '../services.ts'
import { getWebhook } from './get-webhook.ts'

export async function listWebhookDeliveries(
  services: Services,
  actor: Actor,
  id: string,
  query: DeliveryQuery,
): Promise<DeliveryPage> {
  await getWebhook(services, actor, id)
  return listDeliveries(services.db, services.outbox.channel, id, query)
}
