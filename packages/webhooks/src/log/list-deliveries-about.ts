import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { fitPage, writeCursor, type Db } from '@waypost/postgres'
import { z } from 'zod'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'
import { deliveryBytes } from './delivery-bytes.ts'
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

export interface DeliveriesAbout {
  items: z.infer<typeof receivedDelivery>[]
  total: number
  /** Leads to the next page; null on the last one. */
  nextCursor: string | null
}

/**
 * An owner's deliveries about some things, to any receiver; newest first, fewer than requested where they are large.
 *
 * @param subjectIds as events were published with
 */
export async function listDeliveriesAbout(
  db: Db,
  channel: Pick<Channel, 'service'>,
  { ownerId, subjectIds }: { ownerId: string; subjectIds: string[] },
  { cursor, limit, offset }: { cursor?: string | undefined; limit: number; offset: number },
): Promise<DeliveriesAbout> {
  const { deliveries, webhooks } = webhookTables(channel.service)
  const isAbout = and(eq(deliveries.ownerId, ownerId), inArray(deliveries.subjectId, subjectIds))
  const fitting = fitPage(
    db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(isAbout, cursor === undefined ? undefined : lt(deliveries.id, cursor)))
      .orderBy(desc(deliveries.id))
      .limit(limit + 1)
      .offset(offset),
    (id) => deliveryBytes(channel, id),
  )
  const { rows } = await db.execute<{ id: string; found: number }>(
    sql`select key as id, found from ${fitting.rows} order by key desc`,
  )
  const shown = rows.slice(0, limit).map(({ id }) => id)
  const receivers = await db
    .select({
      id: deliveries.id,
      webhookId: webhooks.id,
      url: webhooks.url,
      isRegistered: webhooks.isRegistered,
    })
    .from(deliveries)
    .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
    .where(inArray(deliveries.id, shown))
  const items = (await findDeliveries(db, channel, shown)).map((delivery) => {
    const receiver = receivers.find(({ id }) => id === delivery.id)
    const { webhookId = null, url = null, isRegistered = false } = receiver ?? {}
    return {
      ...delivery,
      webhookId: isRegistered ? webhookId : null,
      // Keys that may not read webhooks may read this.
      url: url && new URL(url).origin,
    }
  })
  return {
    items,
    total: await db.$count(deliveries, isAbout),
    nextCursor: rows[0] && rows[0].found > shown.length ? writeCursor(shown.at(-1)!) : null,
  }
}
