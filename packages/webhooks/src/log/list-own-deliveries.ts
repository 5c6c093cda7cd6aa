import { getWebhook } from '../registry/get-webhook.ts'
import type { DeliveryQuery } from './delivery-query.ts'
import { findDeliveries, type LogServices } from './find-deliveries.ts'
import { listDeliveries } from './list-deliveries.ts'
import type { LoggedDelivery } from './logged-delivery.ts'

export interface DeliveryPage<Item = LoggedDelivery> {
  items: Item[]
  /** As {@link listDeliveries} counts. */
  total: number | null
  /** Leads to the next page; null on the last one. */
  nextCursor: string | null
}

/** The deliveries of one of the owner's webhooks, as {@link listDeliveries} lists them. */
export async function listOwnDeliveries(
  services: LogServices,
  owner: { ownerId: string },
  webhookId: string,
  query: DeliveryQuery,
): Promise<DeliveryPage> {
  const { channel } = services.outbox
  await getWebhook(services, owner, webhookId)
  const { ids, total, nextCursor } = await listDeliveries(services.db, channel, [webhookId], query)
  return { items: await findDeliveries(services.db, channel, ids), total, nextCursor }
}
