import { sql } from 'drizzle-orm'
import { fitPage, writeCursor, type Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { deliveryBytes } from './delivery-bytes.ts'
import type { DeliveryQuery } from './delivery-query.ts'
import { findDeliveries } from './find-deliveries.ts'
import type { LoggedDelivery } from './logged-delivery.ts'

export interface DeliveryPage {
  items: LoggedDelivery[]
  /** Total number of deliveries; null for more than 10,000, which are not counted. */
  total: number | null
  /** Leads to the next page; null on the last one. */
  nextCursor: string | null
}

const countedTo = 10_000
const aboveEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * A webhook's deliveries, newest first; fewer than requested where they are large.
 *
 * Any filter stays fast among millions. The index has the deliveries of each status and event in order, so a page is
 * merged from the newest ones of each requested combination. The combinations are found by a loose index scan
 * (https://wiki.postgresql.org/wiki/Loose_indexscan).
 *
 * @param webhookId the service must check that it belongs to the caller
 */
export async function listDeliveries(
  db: Db,
  channel: Pick<Channel, 'service'>,
  webhookId: string,
  { status, event, cursor, limit, offset }: DeliveryQuery,
): Promise<DeliveryPage> {
  const deliveries = sql`${sql.identifier(channel.service)}.deliveries`
  const ofKind = sql`webhook_id = ${webhookId} and status = kind.status and event = kind.event`
  const fitting = fitPage(sql`select id from page order by id desc`, (id) => deliveryBytes(channel, id))
  const { rows } = await db.execute<{ ids: string[]; found: number; total: number }>(sql`
    with recursive every_kind (status, event) as (
      (select status, event from ${deliveries} where webhook_id = ${webhookId} order by status, event limit 1)
      union all
      select next.status, next.event
      from every_kind kind, lateral (
        select status, event from ${deliveries}
        where webhook_id = ${webhookId} and (status, event) > (kind.status, kind.event)
        order by status, event limit 1
      ) next
    ), kind as (
      select * from every_kind
      where status = coalesce(${status ?? null}, status) and event = coalesce(${event ?? null}, event)
    ), page as (
      select id
      from kind, lateral (
        select id from ${deliveries} where ${ofKind} and id < ${cursor ?? aboveEveryId}
        order by id desc limit ${offset + limit + 1}
      ) head
      order by id desc limit ${limit + 1} offset ${offset}
    ), counted as (
      select from kind, lateral (select from ${deliveries} where ${ofKind} limit ${countedTo + 1}) one
      limit ${countedTo + 1}
    )
    select
      array(select key from ${fitting.rows} order by key desc) as ids,
      (select count(*) from page)::integer as found,
      (select count(*) from counted)::integer as total
  `)
  const { ids, found, total } = rows[0]!
  const shown = ids.slice(0, limit)
  return {
    items: await findDeliveries(db, channel, shown),
    total: total > countedTo ? null : total,
    nextCursor: found > shown.length ? writeCursor(shown.at(-1)!) : null,
  }
}
