import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { publishEvents, type Outbox } from '../publish-event.ts'

/** When a webhook counts as failing: nothing was delivered for that long, and so many attempts failed. */
export interface FailingThreshold {
  afterMinutes: number
  afterAttempts: number
}

interface Noticed extends Record<string, unknown> {
  id: string
  owner_id: string
  name: string | null
  url: string
  failing_since: string
  failure_count: number
  last_status: string | null
  disabled_at: string | null
  last_succeeded_at: string
}

const batchSize = 100

/**
 * Tells the owners of webhooks that fail for long, and of those that deliver again, by their other webhooks: each once, in the
 * transaction that notes it. Dispatchers do so every few seconds. Several may at once: a webhook that one has in hand, the others
 * leave alone.
 *
 * Nothing multiplies: a webhook that fails is announced once until it delivers, whatever fails in it, and while it is announced as
 * failing it is told of no other.
 *
 * @returns how many were announced
 */
export async function announceWebhooks(
  db: Db,
  outbox: Outbox,
  threshold: FailingThreshold,
): Promise<{ failing: number; recovered: number }> {
  return db.transaction(async (tx) => ({
    // First, so that these are told of those that fail now.
    recovered: await announceRecovered(tx, outbox),
    failing: await announceFailing(tx, outbox, threshold),
  }))
}

async function announceFailing(tx: Db, outbox: Outbox, threshold: FailingThreshold): Promise<number> {
  const { rows } = await tx.execute<Noticed>(sql`
    with noticed as materialized (${selectFailing(outbox.channel, threshold)})
    update ${webhooksOf(outbox.channel)} webhook set announced_failing_since = failing_since
    from noticed where webhook.id = noticed.id
    returning webhook.id, owner_id, name, url, failing_since, failure_count, last_status, disabled_at
  `)
  const events = rows.map((row) => ({
    ownerId: row.owner_id,
    data: {
      ...aboutWebhook(row, row.failing_since),
      failedAttempts: row.failure_count,
      lastStatus: /^\d+$/.test(row.last_status ?? '') ? Number(row.last_status) : row.last_status,
      disabledAt: row.disabled_at === null ? null : isoTime(row.disabled_at),
    },
  }))
  publishEvents(tx, outbox, 'webhook.failing', events, { sparesFailing: true })
  return rows.length
}

/** Locks webhooks that are to be announced as failing. */
export const selectFailing = (
  channel: Pick<Channel, 'service' | 'outboxSchema'>,
  threshold: FailingThreshold,
): SQL => sql`
  select id from ${failing(channel, threshold)} limit ${batchSize} for no key update skip locked`

/** Selects webhooks of which owners are to be told. */
export const webhooksToAnnounce = (
  channel: Pick<Channel, 'service' | 'outboxSchema'>,
  threshold: FailingThreshold,
): SQL => sql`select from ${failing(channel, threshold)} union all select from ${recovered(channel)}`

/** A disabled webhook is announced at once. */
function failing(
  channel: Pick<Channel, 'service' | 'outboxSchema'>,
  { afterMinutes, afterAttempts }: FailingThreshold,
): SQL {
  return sql`
    ${webhooksOf(channel)}
    where failing_since is not null and announced_failing_since is null
      and (case when disabled_at is null then failing_since else '-infinity' end)
        <= ${sql.identifier(channel.outboxSchema)}.job_now() - ${afterMinutes}::integer * interval '1 minute'
      and (disabled_at is not null or is_active and failure_count >= ${afterAttempts})
      -- A dispatcher of the version before leaves \`failing_since\` as it was when it delivers.
      and (last_succeeded_at is null or last_succeeded_at <= failing_since)
      and held_at is null and is_registered
  `
}

async function announceRecovered(tx: Db, outbox: Outbox): Promise<number> {
  const { rows } = await tx.execute<Noticed & { announced_failing_since: string }>(
    selectRecovered(outbox.channel),
  )
  if (rows.length === 0) return 0
  const events = rows.map((row) => ({
    ownerId: row.owner_id,
    data: {
      ...aboutWebhook(row, row.announced_failing_since),
      recoveredAt: isoTime(row.last_succeeded_at),
    },
  }))
  // Before they are no longer announced as failing: none is told of itself.
  publishEvents(tx, outbox, 'webhook.recovered', events, { sparesFailing: true })
  await tx.execute(sql`
    update ${webhooksOf(outbox.channel)} set announced_failing_since = null
    where id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])
  `)
  return rows.length
}

/** Locks webhooks that deliver again, or have since they were announced. */
export function selectRecovered(channel: Pick<Channel, 'service'>): SQL {
  return sql`
    select id, owner_id, name, url, announced_failing_since, last_succeeded_at from ${recovered(channel)}
    order by id limit ${batchSize} for no key update skip locked
  `
}

const recovered = (channel: Pick<Channel, 'service'>): SQL => sql`
  ${webhooksOf(channel)}
  where announced_failing_since is not null and failing_since is distinct from announced_failing_since`

const webhooksOf = ({ service }: Pick<Channel, 'service'>): SQL => sql`${sql.identifier(service)}.webhooks`

const aboutWebhook = ({ id, name, url }: Noticed, failingSince: string) => ({
  webhookId: id,
  name,
  url: new URL(url).origin,
  failingSince: isoTime(failingSince),
})

const isoTime = (text: string): string => new Date(text).toISOString()
