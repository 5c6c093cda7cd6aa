import { writeCursor, type Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import type { DeliveryQuery } from './delivery-query.ts'
import { countedTo, selectDeliveries, type SelectedDeliveries } from './select-deliveries.ts'

export interface DeliveryIds {
  ids: string[]
  /** Total number of deliveries; null for more than 10,000, and for a search, which are not counted. */
  total: number | null
  /** The last delivery that was looked at, after which the next page begins; null on the last one. */
  last: string | null
  /** The same, as callers get it. */
  nextCursor: string | null
}

/**
 * The deliveries of some webhooks, newest first; fewer than requested where they are large, or rare among those that
 * were looked at for this page.
 *
 * @param webhookIds the service must check that they belong to the caller
 */
export async function listDeliveries(
  db: Db,
  channel: Pick<Channel, 'service'>,
  webhookIds: string[],
  query: DeliveryQuery,
  { isCounted = true }: { isCounted?: boolean } = {},
): Promise<DeliveryIds> {
  const { rows } = await db.execute<SelectedDeliveries>(
    selectDeliveries(channel, webhookIds, query, { isCounted }),
  )
  const { ids: found, found: count, total, last_examined } = rows[0]!
  const ids = found.slice(0, query.limit)
  const last = count > ids.length ? ids.at(-1)! : last_examined
  return {
    ids,
    total: total === null || total > countedTo ? null : total,
    last,
    nextCursor: last && writeCursor(last),
  }
}
