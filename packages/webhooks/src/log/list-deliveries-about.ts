import { and, desc, eq, lt } from 'drizzle-orm'
import { writeCursor, type Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'
import { findDeliveries } from './find-deliveries.ts'
import type { DeliveryPage } from './list-deliveries.ts'

/**
 * The deliveries that tell of one thing, whoever they go to; the newest first.
 *
 * @param subjectId of a `callback`; that it is the caller's own is the service's to check
 */
export async function listDeliveriesAbout(
  db: Db,
  channel: Pick<Channel, 'service'>,
  subjectId: string,
  { cursor, limit, offset }: { cursor?: string | undefined; limit: number; offset: number },
): Promise<DeliveryPage> {
  const { deliveries } = webhookTables(channel.service)
  const isAbout = eq(deliveries.subjectId, subjectId)
  const rows = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(isAbout, cursor === undefined ? undefined : lt(deliveries.id, cursor)))
    .orderBy(desc(deliveries.id))
    .limit(limit + 1)
    .offset(offset)
  const shown = rows.slice(0, limit).map(({ id }) => id)
  return {
    items: await findDeliveries(db, channel, shown),
    total: await db.$count(deliveries, isAbout),
    nextCursor: rows.length > limit ? writeCursor(shown.at(-1)!) : null,
  }
}
