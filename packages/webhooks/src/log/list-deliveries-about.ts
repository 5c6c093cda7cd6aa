import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { fitPage, writeCursor, type Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'
import { deliveryBytes } from './delivery-bytes.ts'
import { findReceivedDeliveries, type ReceivedDelivery } from './find-received-deliveries.ts'

export interface DeliveriesAbout {
  items: ReceivedDelivery[]
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
  channel: Pick<Channel, 'service' | 'headers'>,
  { ownerId, subjectIds }: { ownerId: string; subjectIds: string[] },
  { cursor, limit, offset }: { cursor?: string | undefined; limit: number; offset: number },
): Promise<DeliveriesAbout> {
  const { deliveries } = webhookTables(channel.service)
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
  return {
    items: await findReceivedDeliveries(db, channel, shown),
    total: await db.$count(deliveries, isAbout),
    nextCursor: rows[0] && rows[0].found > shown.length ? writeCursor(shown.at(-1)!) : null,
  }
}
