import { sql, type SQL } from 'drizzle-orm'
import { firstIdAt, fitPage } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { deliveryBytes } from './delivery-bytes.ts'
import { asksForContent, type DeliveryFilter, type DeliveryQuery } from './delivery-query.ts'
import { matchesContent } from './matches-content.ts'

export interface SelectedDeliveries extends Record<string, unknown> {
  /** Newest first: those of the page that fit in it, and perhaps one more. */
  ids: string[]
  /** How many the page would have if all fitted, and one more if there are further ones. */
  found: number
  /** Up to one above `countedTo`; null where they are not counted. */
  total: number | null
  /** The last delivery that was looked at, where further ones were not; null where all were. */
  last_examined: string | null
}

export const countedTo = 10_000
// A page is answered in a moment, however rare its deliveries are: so many are looked at for it, and so many bytes of them.
export const examinedAtATime = 5000
const examinedBytes = 32 * 1024 * 1024

const aboveEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
// An id is made in the same moment as its row's time, by a clock that may be set in between.
const idsDifferByMs = 60_000

/**
 * The statement for a page of the deliveries of some webhooks, newest first.
 *
 * Any filter stays fast among millions. The index has the deliveries of each webhook, status and event in order, so a
 * page is merged from the newest ones of each requested combination. The combinations are found by a loose index scan
 * (https://wiki.postgresql.org/wiki/Loose_indexscan). A time is a range of ids. What is asked of their content is
 * looked for in the next few thousand; the page then may be short, and leads on.
 */
export function selectDeliveries(
  channel: Pick<Channel, 'service'>,
  webhookIds: string[],
  query: DeliveryQuery,
  { isCounted }: { isCounted: boolean },
): SQL {
  const { limit, offset, cursor } = query
  const deliveries = sql`${sql.identifier(channel.service)}.deliveries`
  const isSearch = asksForContent(query)
  const range = timeRange(query)
  const before = cursor === undefined || cursor > range.before ? range.before : cursor
  const ofKind = sql`webhook_id = kind.webhook_id and status = kind.status and event = kind.event and id >= ${range.from} ${range.times}`
  const examined = isSearch ? examinedAtATime : limit + 1
  const skipped = isSearch ? 0 : offset
  const fitting = fitPage(sql`select id from page order by id desc`, (id) => deliveryBytes(channel, id))
  return sql`
    with recursive every_kind (webhook_id, status, event) as (
      select first.webhook_id, first.status, first.event
      from unnest(${sql.param(webhookIds)}::uuid[]) receiver (id), lateral (
        select webhook_id, status, event from ${deliveries} where webhook_id = receiver.id
        order by status, event limit 1
      ) first
      union all
      select next.webhook_id, next.status, next.event
      from every_kind kind, lateral (
        select webhook_id, status, event from ${deliveries}
        where webhook_id = kind.webhook_id and (status, event) > (kind.status, kind.event)
        order by status, event limit 1
      ) next
    ), kind as (
      select * from every_kind where ${isOfKind(query)}
    ), candidate as materialized (
      select id
      from kind, lateral (
        select id from ${deliveries} where ${ofKind} and id < ${before}
        order by id desc limit ${skipped + examined}
      ) head
      order by id desc limit ${examined} offset ${skipped}
    ), examined as materialized (
      ${isSearch ? measured(deliveries) : sql`select id from candidate`}
    ), page as (
      select id from examined ${isSearch ? sql`where ${matchesContent(channel, query)}` : sql``}
      order by id desc limit ${limit + 1} offset ${isSearch ? offset : 0}
    ), counted as (
      select from kind, lateral (select from ${deliveries} where ${ofKind} and id < ${range.before} limit ${countedTo + 1}) one
      limit ${countedTo + 1}
    )
    select
      array(select key from ${fitting.rows} order by key desc) as ids,
      (select count(*) from page)::integer as found,
      ${isCounted && !isSearch ? sql`(select count(*) from counted)::integer` : sql`null::integer`} as total,
      ${isSearch ? lastExamined : sql`null::uuid`} as last_examined
  `
}

function timeRange({ since, until }: DeliveryFilter): { from: string; before: string; times: SQL } {
  return {
    from: since
      ? firstIdAt(new Date(since.getTime() - idsDifferByMs))
      : '00000000-0000-0000-0000-000000000000',
    before: until ? firstIdAt(new Date(until.getTime() + idsDifferByMs)) : aboveEveryId,
    times: sql`${since ? sql`and created_at >= ${since}` : sql``} ${until ? sql`and created_at < ${until}` : sql``}`,
  }
}

function isOfKind({ status, event, response }: DeliveryFilter): SQL {
  const asked = sql`status = coalesce(${status ?? null}, status) and event = coalesce(${event ?? null}, event)`
  // Most deliveries are delivered, and none of those had another response.
  return response === undefined || response === '2xx' ? asked : sql`${asked} and status <> 'delivered'`
}

// The size of a text is known without reading it. A scalar subquery for each, so that Postgres uses the index: joined, they
// were estimated to be so many that it read the whole table.
const measured = (deliveries: SQL): SQL => sql`
  select id from (
    select id, sum(bytes) over (order by id desc) - bytes as bytes_before
    from (
      select id, (select octet_length(body) from ${deliveries} where deliveries.id = candidate.id) as bytes
      from candidate
    ) sized
  ) measured
  where bytes_before < ${examinedBytes}`

const lastExamined = sql`(
  select id from examined
  where (select count(*) from candidate) = ${examinedAtATime}
    or (select count(*) from examined) < (select count(*) from candidate)
  order by id limit 1
)`
