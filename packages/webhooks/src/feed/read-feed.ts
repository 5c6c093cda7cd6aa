import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { writePosition, type FeedPosition } from './feed-position.ts'
import type { FeedEvent } from './feed-query.ts'

/** A page with more is ended before its last event, so that it is not too large to hold. */
const pageBytes = 1024 * 1024

interface FeedRow extends Record<string, unknown> {
  id: string
  xact: string
  event: string
  body: string
  created_at: string
}

/**
 * The statement for the events after a position.
 *
 * A position is the number of the publishing transaction, and the id of the delivery. Transactions get their numbers in order but
 * commit in any, so an event can become visible below one that was read before it. Only events of transactions below the oldest
 * one that was running when the statement began are read: whoever publishes with such a number has ended, so nothing can be
 * published below them any more. A transaction that runs for long therefore delays the feed; no event is ever passed by.
 */
export function selectFeed(
  { service }: Pick<Channel, 'service'>,
  webhookId: string,
  after: FeedPosition,
  limit: number,
): SQL {
  const deliveries = sql`${sql.identifier(service)}.deliveries`
  return sql`
    select id, feed_xact::text as xact, event, body, created_at::text
    from ${deliveries}
    join (
      select id, sum(bytes) over (order by place) - bytes as bytes_before
      from (
        select id, octet_length(body) as bytes, row_number() over (order by feed_xact, id) as place
        from (
          select id, feed_xact, body from ${deliveries}
          where webhook_id = ${webhookId} and feed_xact is not null
            and (feed_xact, id) > (${after.xact}::xid8, ${after.id}::uuid)
            and feed_xact < pg_snapshot_xmin(pg_current_snapshot())
          order by feed_xact, id limit ${limit}
        ) next
      ) sized
    ) fitting using (id)
    where bytes_before < ${pageBytes}
    order by feed_xact, id
  `
}

/** The events of a webhook after a position, in the order of the feed; fewer than the limit where they are large. */
export async function readFeed(
  db: Db,
  channel: Pick<Channel, 'service'>,
  webhookId: string,
  after: FeedPosition,
  limit: number,
): Promise<FeedEvent[]> {
  const { rows } = await db.execute<FeedRow>(selectFeed(channel, webhookId, after, limit))
  return rows.map(({ id, xact, event, body, created_at: createdAt }) => ({
    position: writePosition({ xact, id }),
    id,
    event,
    createdAt: new Date(createdAt).toISOString(),
    body,
  }))
}
