import { sql, type SQL } from 'drizzle-orm'
import { earliestFirstSql, isDueSql } from '@waypost/postgres'
import { deferredQueue, deliveryQueue } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import { isExpired } from './expired-leases.ts'

/** Work in a channel of which a dispatcher may not have been told. */
export interface FoundWork {
  /** Whether jobs are due, of either queue. */
  isDue: boolean
  isParked: boolean
  /** Whether leases of dead dispatchers have expired. */
  hasExpired: boolean
  /** When the earliest deferred attempt is due that is not yet; Infinity where there is none. */
  nextDeferredAt: number
}

interface Found extends Record<string, unknown> {
  is_due: boolean
  is_parked: boolean
  has_expired: boolean
  next: string | null
}

/** Looks for everything in one statement: hardly ever is there any, and claiming from an empty queue costs more than a look. */
export async function lookForWork(
  { channel: { service, outboxSchema }, db }: OpenChannel,
  now: number,
): Promise<FoundWork> {
  const deliveries = sql`${sql.identifier(service)}.deliveries`
  const due = (queue: string) => firstDue(outboxSchema, queue)
  // `select 1`: Citus reads the tables one by one, and takes no answer that has no columns.
  const { rows } = await db.execute<Found>(sql`
    select coalesce(${due(deliveryQueue.name)}, ${due(deferredQueue.name)}) is not null as is_due,
      exists (select 1 from ${deliveries} where is_parked) as is_parked,
      exists (select 1 from ${sql.identifier(service)}.delivery_leases where ${isExpired(outboxSchema)}) as has_expired,
      ${nextAttempt(service, now)} as next
  `)
  const { is_due: isDue, is_parked: isParked, has_expired: hasExpired, next } = rows[0]!
  return { isDue, isParked, hasExpired, nextDeferredAt: next === null ? Infinity : new Date(next).getTime() }
}

/** The id of a queue's first job that is due, or null: in the order of a claim, so that Postgres finds it by the same index. */
export function firstDue(outboxSchema: string, queue: string): SQL {
  const outbox = sql.identifier(outboxSchema)
  // Those that are not due have lower priorities, and are not read.
  const isEarly = sql`and priority >= ${sql.raw(earliestFirstSql(`${outboxSchema}.job_now()`))}`
  return sql`(
    select id from ${outbox}.job
    where name = ${queue} and state < 'active' and not blocked and ${sql.raw(isDueSql(`${outboxSchema}.job_now()`))}
      ${queue === deferredQueue.name ? isEarly : sql``}
    order by priority desc, created_on limit 1
  )`
}

/** When the earliest attempt is due that is not yet, or null. */
export const nextAttempt = (service: string, now: number): SQL => sql`(
  select min(next_attempt_at) from ${sql.identifier(service)}.deliveries
  where status = 'pending' and next_attempt_at > ${new Date(now)}
)`
