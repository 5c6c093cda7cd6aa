import { getWebhook, type WebhookServices } from '../registry/get-webhook.ts'
import type { DeliveryQuery } from './delivery-query.ts'
import { listDeliveries, type DeliveryPage } from './list-deliveries.ts'

/** The deliveries of one of the owner's webhooks, as {@link listDeliveries} returns them. */
export async function listOwnDeliveries(
  services: WebhookServices,
  owner: { ownerId: string },
  webhookId: string,
  query: DeliveryQuery,
): Promise<DeliveryPage> {
  await getWebhook(services, owner, webhookId)
  return listDeliveries(services.db, services.outbox.channel, webhookId, query)
}
