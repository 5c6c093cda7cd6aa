import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { fitPage, writeCursor, type Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'
import { deliveryBytes } from './delivery-bytes.ts'
import { findDeliveries } from './find-deliveries.ts'
import type { DeliveryPage } from './list-deliveries.ts'

/**
 * The deliveries about one thing, to any receiver; newest first, fewer than requested where they are large.
 *
 * @param subjectId of a `callback`; the service must check that it belongs to the caller
 */
export async function listDeliveriesAbout(
  db: Db,
  channel: Pick<Channel, 'service'>,
  subjectId: string,
  { cursor, limit, offset }: { cursor?: string | undefined; limit: number; offset: number },
): Promise<DeliveryPage> {
  const { deliveries } = webhookTables(channel.service)
  const isAbout = eq(deliveries.subjectId, subjectId)
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
    items: await findDeliveries(db, channel, shown),
    total: await db.$count(deliveries, isAbout),
    nextCursor: rows[0] && rows[0].found > shown.length ? writeCursor(shown.at(-1)!) : null,
  }
}
