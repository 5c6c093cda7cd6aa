import { eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { z } from 'zod'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'
import { findDeliveries } from './find-deliveries.ts'
import { loggedDelivery } from './logged-delivery.ts'

/** A delivery in a log of several receivers. */
export const receivedDelivery = loggedDelivery.extend({
  webhookId: z.uuid().nullable().describe('Null where a URL was named for this one thing'),
  url: z
    .string()
    .nullable()
    .describe('The origin of the receiver’s: the rest may be a secret. Null where its webhook was deleted'),
})

export type ReceivedDelivery = z.infer<typeof receivedDelivery>

/** As {@link findDeliveries}, each with its receiver. */
export async function findReceivedDeliveries(
  db: Db,
  channel: Pick<Channel, 'service' | 'headers'>,
  ids: string[],
): Promise<ReceivedDelivery[]> {
  const { deliveries, webhooks } = webhookTables(channel.service)
  const receivers = await db
    .select({
      id: deliveries.id,
      webhookId: webhooks.id,
      url: webhooks.url,
      isRegistered: webhooks.isRegistered,
    })
    .from(deliveries)
    .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
    .where(inArray(deliveries.id, ids))
  const receiverOf = new Map(receivers.map((receiver) => [receiver.id, receiver]))
  return (await findDeliveries(db, channel, ids)).map((delivery) => {
    const { webhookId = null, url = null, isRegistered = false } = receiverOf.get(delivery.id) ?? {}
    return {
      ...delivery,
      webhookId: isRegistered ? webhookId : null,
      // Keys that may not read webhooks may read this.
      url: url && new URL(url).origin,
    }
  })
}
