import { and, asc, eq, gte, sql, type SQL } from 'drizzle-orm'
import type { Clock, Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { getWebhook, type WebhookServices } from '../registry/get-webhook.ts'
import { webhookTables, type WebhookTables } from '../tables.ts'
import { newestErrors, type ErrorCounts } from './count-attempts.ts'
import { percentile } from './durations.ts'
import type { WebhookHealth } from './webhook-health.ts'

type HourRow = WebhookTables['webhookHours']['$inferSelect']

const hourMs = 3_600_000
const countedTo = 10_000

/**
 * How one of the owner's webhooks has done in the last day and the last week.
 *
 * From a row for each hour, 168 at most, which settlements keep: a rate from the log itself would read every attempt of the week,
 * and its newest thousand would be the last second of a busy webhook. What is pending is counted in the index, up to 10,000.
 */
export async function getHealth(
  services: WebhookServices & { clock: Clock },
  owner: { ownerId: string },
  webhookId: string,
): Promise<WebhookHealth> {
  const { db, clock, outbox } = services
  const webhook = await getWebhook(services, owner, webhookId)
  const thisHour = Math.floor(clock.now() / hourMs) * hourMs
  const [day, week] = [thisHour - 23 * hourMs, thisHour - 167 * hourMs]
  const [hours, pending] = await Promise.all([
    selectHours(db, outbox.channel, webhookId, new Date(week)),
    countPending(db, outbox.channel, webhookId),
  ])
  return {
    failingSince: webhook.failingSince?.toISOString() ?? null,
    consecutiveFailures: webhook.failureCount,
    lastSucceededAt: webhook.lastSucceededAt?.toISOString() ?? null,
    lastFailedAt: webhook.lastFailedAt?.toISOString() ?? null,
    pending,
    last24Hours: summarize(hours, day),
    last7Days: summarize(hours, week),
  }
}

/** The hours of a webhook from a time on, in the order of their primary key. */
export function selectHours(db: Db, { service }: Pick<Channel, 'service'>, webhookId: string, from: Date) {
  const { webhookHours } = webhookTables(service)
  return db
    .select()
    .from(webhookHours)
    .where(and(eq(webhookHours.webhookId, webhookId), gte(webhookHours.startsAt, from)))
    .orderBy(asc(webhookHours.startsAt))
}

async function countPending(
  db: Db,
  channel: Pick<Channel, 'service'>,
  webhookId: string,
): Promise<WebhookHealth['pending']> {
  const { rows } = await db.execute<{ count: number; oldest_at: string | null }>(
    selectPending(channel, webhookId),
  )
  const { count, oldest_at: oldestAt } = rows[0]!
  return { count, oldestAt: oldestAt === null ? null : new Date(oldestAt).toISOString() }
}

/** Counts a webhook's pending deliveries, and finds the oldest of those counted. */
export function selectPending({ service }: Pick<Channel, 'service'>, webhookId: string): SQL {
  const deliveries = sql`${sql.identifier(service)}.deliveries`
  return sql`
    with pending as materialized (
      select id from ${deliveries} where webhook_id = ${webhookId} and status = 'pending'
      -- As the index has them, of which Postgres then reads no more than that.
      order by event, id desc limit ${countedTo}
    )
    select count(*)::integer as count, (
      select created_at from ${deliveries} where id = (select id from pending order by id limit 1)
    ) as oldest_at
    from pending
  `
}

function summarize(all: HourRow[], since: number): WebhookHealth['last24Hours'] {
  const hours = all.filter(({ startsAt }) => startsAt.getTime() >= since)
  const sum = (pick: (hour: HourRow) => number) => hours.reduce((total, hour) => total + pick(hour), 0)
  const attempts = sum((hour) => hour.attempts)
  const durations = Array.from({ length: hours[0]?.durations.length ?? 0 }, (_, bucket) =>
    sum((hour) => hour.durations[bucket] ?? 0),
  )
  return {
    since: new Date(since).toISOString(),
    attempts,
    successRate: attempts === 0 ? null : (attempts - sum((hour) => hour.failures)) / attempts,
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
    errors: sumErrors(hours.map((hour) => hour.errors)),
  }
}

function sumErrors(hours: ErrorCounts[]): WebhookHealth['last24Hours']['errors'] {
  const sums = new Map<string, { count: number; lastAt: string }>()
  for (const [error, { count, lastAt }] of hours.flatMap((errors) => Object.entries(errors))) {
    const before = sums.get(error)
    const isLater = !before || before.lastAt < lastAt
    sums.set(error, { count: count + (before?.count ?? 0), lastAt: isLater ? lastAt : before.lastAt })
  }
  return newestErrors([...sums]).map(([error, counts]) => ({
    error: /^\d+$/.test(error) ? Number(error) : error,
    ...counts,
  }))
}
