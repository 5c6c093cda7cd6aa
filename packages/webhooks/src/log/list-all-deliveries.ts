import { findRegisteredIds } from '../registry/find-registered-ids.ts'
import type { DeliveryQuery } from './delivery-query.ts'
import type { LogServices } from './find-deliveries.ts'
import { findReceivedDeliveries, type ReceivedDelivery } from './find-received-deliveries.ts'
import { listDeliveries } from './list-deliveries.ts'
import type { DeliveryPage } from './list-own-deliveries.ts'

/** The deliveries of all of an owner's webhooks, or of one of them, as {@link listDeliveries} lists them. */
export async function listAllDeliveries(
  { db, outbox: { channel } }: LogServices,
  owner: { ownerId: string },
  { webhookId, ...query }: DeliveryQuery & { webhookId?: string | undefined },
): Promise<DeliveryPage<ReceivedDelivery>> {
  const webhookIds = await findRegisteredIds(db, channel, owner, webhookId)
  const { ids, total, nextCursor } = await listDeliveries(db, channel, webhookIds, query)
  return { items: await findReceivedDeliveries(db, channel, ids), total, nextCursor }
}
