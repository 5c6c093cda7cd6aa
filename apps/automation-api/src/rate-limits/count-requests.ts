import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/** Where a request stands in the minute of its bucket. */
export interface Counted {
  /** Which request of the minute it is, from 1 on. */
  number: number
  /** Until the minute ends. */
  leftSeconds: number
}

/**
 * Counts requests by bucket, one statement for those that came in together. The database's clock says which minute it
 * is, so that all replicas mean the same one; rows are locked in one order, so that no two statements wait for each
 * other.
 *
 * @param buckets one for each request
 */
export async function countRequests(db: Db, buckets: string[]): Promise<Counted[]> {
  const { rows } = await db.execute<{ bucket: string; used: number; leftSeconds: number }>(sql`
    insert into automation.rate_limits as counted (bucket, used, ends_at)
    select bucket, count(*), date_trunc('minute', now()) + interval '1 minute'
    from unnest(${sql.param(buckets)}::text[]) as asked (bucket) group by bucket order by bucket
    on conflict (bucket) do update set
      used = excluded.used + case when counted.ends_at < excluded.ends_at then 0 else counted.used end,
      ends_at = greatest(counted.ends_at, excluded.ends_at)
    returning bucket, used, ceil(extract(epoch from ends_at - now()))::integer as "leftSeconds"
  `)
  const counted = new Map(rows.map((row) => [row.bucket, row]))
  // The last of a bucket's requests got the number that the statement counted up to.
  const numbers = new Map<string, number>()
  return buckets
    .toReversed()
    .map((bucket) => {
      const { used, leftSeconds } = counted.get(bucket)!
      const number = numbers.get(bucket) ?? used
      numbers.set(bucket, number - 1)
      return { number, leftSeconds }
    })
    .toReversed()
}
