import { sql } from 'drizzle-orm'
import { inTransaction, type Clock } from '@waypost/postgres'
import { deliveryQueue } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'

/** One attempt to be made: its job is claimed and its row is in the log. */
export interface Claim {
  job: { id: string; retryCount: number }
  deliveryId: string
  webhookId: string
  /** The attempt's number within its delivery. */
  number: number
  /** Failures so far, which are the attempt's place in the schedule. */
  failedAttempts: number
  event: string
  body: string
  url: string
  sealedSecret: string
  dueAt: Date
  startedAt: Date
}

/**
 * Takes up to `limit` due jobs and logs the attempts before any of them is made. A delivery that was cancelled, or
 * whose webhook is deactivated or gone, is settled here and not returned.
 */
export async function claimDeliveries(
  { channel, db, boss }: OpenChannel,
  clock: Clock,
  limit: number,
): Promise<Claim[]> {
  const schema = sql.identifier(channel.service)
  return db.transaction(async (tx) => {
    const jobs = await boss.fetch<{ deliveryId: string }>(deliveryQueue.name, {
      ...inTransaction(tx),
      batchSize: limit,
    })
    if (jobs.length === 0) return []

    const startedAt = new Date(clock.now())
    const ids = JSON.stringify(jobs.map((job) => job.data.deliveryId))
    const { rows } = await tx.execute<AttemptRow>(sql`
      with wanted as (
        select delivery.id, webhook.url, webhook.sealed_secret, coalesce(webhook.is_active, false) as is_wanted
        from ${schema}.deliveries delivery left join ${schema}.webhooks webhook on webhook.id = delivery.webhook_id
        where delivery.id in (select value::uuid from json_array_elements_text(${ids}::json)) and delivery.status = 'pending'
      ), cancelled as (
        update ${schema}.deliveries delivery set status = 'cancelled', ended_at = ${startedAt}, next_attempt_at = null
        from wanted where delivery.id = wanted.id and not is_wanted
      ), claimed as (
        update ${schema}.deliveries delivery set attempts_made = attempts_made + 1
        from wanted where delivery.id = wanted.id and is_wanted
        returning delivery.*, wanted.url, wanted.sealed_secret
      ), logged as (
        insert into ${schema}.delivery_attempts (delivery_id, number, started_at)
        select id, attempts_made, ${startedAt} from claimed
      )
      select id, webhook_id, attempts_made, failed_attempts, event, body, url, sealed_secret, next_attempt_at from claimed
    `)

    const byDelivery = new Map(rows.map((row) => [row.id, row]))
    const nothingToSend = jobs.filter((job) => !byDelivery.has(job.data.deliveryId))
    if (nothingToSend.length > 0)
      await boss.complete(deliveryQueue.name, nothingToSend, null, inTransaction(tx))
    return jobs.flatMap((job) => {
      const row = byDelivery.get(job.data.deliveryId)
      return row ? [toClaim(job, row, startedAt)] : []
    })
  })
}

interface AttemptRow extends Record<string, unknown> {
  id: string
  webhook_id: string
  attempts_made: number
  failed_attempts: number
  event: string
  body: string
  url: string
  sealed_secret: string
  next_attempt_at: string | null
}

function toClaim(job: { id: string; retryCount: number }, row: AttemptRow, startedAt: Date): Claim {
  return {
    job: { id: job.id, retryCount: job.retryCount },
    deliveryId: row.id,
    webhookId: row.webhook_id,
    number: row.attempts_made,
    failedAttempts: row.failed_attempts,
    event: row.event,
    body: row.body,
    url: row.url,
    sealedSecret: row.sealed_secret,
    dueAt: row.next_attempt_at ? new Date(row.next_attempt_at) : startedAt,
    startedAt,
  }
}
