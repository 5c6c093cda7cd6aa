import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/** The place of a request in the current minute of its bucket. */
export interface Counted {
  /** The request's number within the minute, from 1. */
  number: number
  /** Seconds until the minute ends. */
  leftSeconds: number
  /** The account's own limit; null where it has none. */
  ownLimit: number | null
}

/**
 * Counts requests by bucket, with one statement for concurrent ones. The database's clock decides the minute, so that
 * all replicas agree; rows are locked in one order, so that two statements never deadlock.
 *
 * @param buckets one for each request
 */
export async function countRequests(db: Db, buckets: string[]): Promise<Counted[]> {
  const { rows } = await db.execute<{ bucket: string; used: number } & Omit<Counted, 'number'>>(sql`
    with counted as (
      insert into automation.rate_limits as counted (bucket, used, ends_at)
      select bucket, count(*), date_trunc('minute', now()) + interval '1 minute'
      from unnest(${sql.param(buckets)}::text[]) as asked (bucket) group by bucket order by bucket
      on conflict (bucket) do update set
        used = excluded.used + case when counted.ends_at < excluded.ends_at then 0 else counted.used end,
        ends_at = greatest(counted.ends_at, excluded.ends_at)
      returning bucket, used, ends_at
    )
    select bucket, used, ceil(extract(epoch from ends_at - now()))::integer as "leftSeconds", (
      select requests_per_minute from automation.account_limits
      where owner_id = substr(bucket, strpos(bucket, ':') + 1)
    ) as "ownLimit"
    from counted
  `)
  const counted = new Map(rows.map((row) => [row.bucket, row]))
  // The last request of a bucket has the number that the statement counted up to.
  const numbers = new Map<string, number>()
  return buckets
    .toReversed()
    .map((bucket) => {
      const { used, leftSeconds, ownLimit } = counted.get(bucket)!
      const number = numbers.get(bucket) ?? used
      numbers.set(bucket, number - 1)
      return { number, leftSeconds, ownLimit }
    })
    .toReversed()
}
