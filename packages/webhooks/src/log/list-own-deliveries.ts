import { getWebhook, type WebhookServices } from '../registry/get-webhook.ts'
import type { DeliveryQuery } from './delivery-query.ts'
import { listDeliveries, type DeliveryPage } from './list-deliveries.ts'

/** What an owner's webhook was sent, as {@link listDeliveries} lists it. */
export async function listOwnDeliveries(
  services: WebhookServices,
  owner: { ownerId: string },
  webhookId: string,
  query: DeliveryQuery,
): Promise<DeliveryPage> {
  await getWebhook(services, owner, webhookId)
  return listDeliveries(services.db, services.outbox.channel, webhookId, query)
}
