import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { z } from 'zod'
import type { Channel } from '../channel.ts'

const count = z.number().int().min(0)

/** A day (UTC) of attempts to deliver events to an owner's webhooks. */
export const attemptDay = z.object({
  date: z.iso.date(),
  succeeded: count.describe('Attempts that receivers accepted'),
  failed: count,
})

type AttemptDay = z.infer<typeof attemptDay>

const dayMs = 86_400_000
/** What is known of an hour is kept for eight days, so that seven are whole. */
const mostDays = 7

/**
 * The attempts of all of an owner's webhooks by day, the earliest first, of the last seven days at most: from a row for each
 * hour in which a webhook had any.
 */
export async function listAttemptDays(
  db: Db,
  { service }: Pick<Channel, 'service'>,
  ownerId: string,
  { days, now }: { days: number; now: number },
): Promise<AttemptDay[]> {
  const known = Math.min(days, mostDays)
  const dates = Array.from({ length: known }, (_, index) =>
    new Date(now - (known - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const schema = sql.identifier(service)
  const { rows } = await db.execute<AttemptDay & Record<string, unknown>>(sql`
    select (hour.starts_at at time zone 'UTC')::date::text as date,
      sum(hour.attempts - hour.failures)::integer as succeeded, sum(hour.failures)::integer as failed
    from ${schema}.webhooks webhook join ${schema}.webhook_hours hour on hour.webhook_id = webhook.id
    where webhook.owner_id = ${ownerId} and hour.starts_at >= ${`${dates[0]}T00:00:00Z`}::timestamptz
    group by 1
  `)
  const byDate = new Map(rows.map((row) => [row.date, row]))
  return dates.map((date) => byDate.get(date) ?? { date, succeeded: 0, failed: 0 })
}
