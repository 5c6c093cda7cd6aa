import { sql } from 'drizzle-orm'
import { earliestFirstSql } from '@waypost/postgres'
import { deferredQueue, deliveryQueue } from '@waypost/webhooks'
import type { OpenChannel } from './services.ts'

/** The deliveries of a channel that are due and not yet attempted. */
export interface Backlog {
  /** The parked ones too. */
  pending: number
  /** How long the oldest that is not parked has been due; 0 where none is. */
  oldestSeconds: number
  /** How long an account of which none is in progress has waited, not for its receivers: of all accounts, the longest. */
  starvedSeconds: number
}

export async function measureBacklog({
  channel: { service, outboxSchema },
  db,
}: Pick<OpenChannel, 'channel' | 'db'>): Promise<Backlog> {
  const job = sql`${sql.identifier(outboxSchema)}.job`
  const clock = `${outboxSchema}.job_now()`
  const now = sql.raw(clock)
  const due = sql`state < 'active' and not blocked and start_after <= ${now}`
  const { rows } = await db.execute<{ pending: number; oldest: number | null; starved: number | null }>(sql`
    with delivery as (
      select count(*) as pending, min(next_attempt_at) filter (where not is_parked) as oldest
      from ${sql.identifier(service)}.deliveries where status = 'pending' and next_attempt_at <= ${now}
    ), waiting as (
      -- Parked deliveries have no jobs.
      select data ->> 'ownerId' as owner, start_after from ${job}
      where name = ${deliveryQueue.name} and ${due}
      union all
      select data ->> 'ownerId', start_after from ${job}
      where name = ${deferredQueue.name} and ${due} and priority >= ${sql.raw(earliestFirstSql(clock))}
    ), starved as (
      select min(start_after) as oldest from waiting where owner is not null and owner not in (
        select unnest(owner_ids) from ${sql.identifier(service)}.delivery_leases
      )
    )
    select pending::integer, extract(epoch from ${now} - delivery.oldest)::float8 as oldest,
      extract(epoch from ${now} - starved.oldest)::float8 as starved
    from delivery, starved
  `)
  const { pending, oldest, starved } = rows[0]!
  return {
    pending,
    oldestSeconds: Math.max(0, oldest ?? 0),
    starvedSeconds: Math.max(0, starved ?? 0),
  }
}
