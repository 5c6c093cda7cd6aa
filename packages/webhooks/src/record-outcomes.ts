import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from './channel.ts'
import type { AttemptOutcome } from './send-attempt.ts'

/** The outcome of an attempt whose row already exists. */
export interface RecordedAttempt {
  deliveryId: string
  webhookId: string
  round: number
  /** The attempt's number within its delivery. */
  number: number
  startedAt: Date
  endedAt: Date
  requestHeaders: Record<string, string>
  outcome: AttemptOutcome
  /** When a failed delivery is retried; null when that was the last attempt. */
  nextAttemptAt: Date | null
  /** False when another dispatcher took the delivery over meanwhile: a failure is then only logged and counted. */
  isOwn: boolean
}

/**
 * Writes many outcomes at once: the attempts' rows, their deliveries' states, and the counters of their webhooks. A
 * success always counts; a failure does not change a delivery that was cancelled or redelivered meanwhile.
 *
 * Where the channel says so, a webhook is disabled when a delivery has failed for the last time and nothing was
 * delivered to it since that delivery's first attempt. Its pending deliveries are then cancelled.
 */
export async function recordOutcomes(
  tx: Db,
  { service, onExhausted }: Pick<Channel, 'service' | 'onExhausted'>,
  attempts: RecordedAttempt[],
): Promise<void> {
  await recordAttempts(tx, service, attempts)
  const exhausted = attempts.filter(
    ({ outcome, nextAttemptAt, isOwn }) => isOwn && !outcome.succeeded && !nextAttemptAt,
  )
  // Last, because other settlements of these webhooks wait from here to the commit.
  const active = await countOutcomes(tx, service, attempts)
  const orphaned = attempts.filter(({ webhookId }) => !active.has(webhookId))
  if (orphaned.length > 0) await cancelOwn(tx, service, orphaned)
  if (onExhausted === 'disable-webhook' && exhausted.length > 0) await disableWebhooks(tx, service, exhausted)
}

async function recordAttempts(tx: Db, service: string, attempts: RecordedAttempt[]): Promise<void> {
  const schema = sql.identifier(service)
  await tx.execute(sql`
    with outcome as (
      select * from json_to_recordset(${JSON.stringify(attempts.map(toRow))}::json) as row (
        delivery_id uuid, number integer, round integer, duration_ms integer, status integer,
        error text, request_headers json, response_body text, succeeded boolean, is_own boolean, ended_at timestamptz,
        next_attempt_at timestamptz)
    ), attempt as (
      update ${schema}.delivery_attempts attempt
      set duration_ms = outcome.duration_ms, status = outcome.status,
        error = outcome.error, request_headers = outcome.request_headers, response_body = outcome.response_body
      from outcome
      where attempt.delivery_id = outcome.delivery_id and attempt.number = outcome.number
    )
    update ${schema}.deliveries delivery
    set status = case when succeeded then 'delivered' when outcome.next_attempt_at is null then 'failed' else 'pending' end,
      failed_attempts = delivery.failed_attempts + (not succeeded)::integer,
      next_attempt_at = outcome.next_attempt_at,
      is_parked = false,
      ended_at = case when outcome.next_attempt_at is null then outcome.ended_at end
    from outcome
    where delivery.id = outcome.delivery_id
      -- A test is failed from the start.
      and (succeeded or (is_own and delivery.status in ('pending', 'failed') and delivery.round = outcome.round))
  `)
}

/** @returns the webhooks that exist and are active; their rows are locked until the commit */
async function countOutcomes(tx: Db, service: string, attempts: RecordedAttempt[]): Promise<Set<string>> {
  const schema = sql.identifier(service)
  const { rows } = await tx.execute<{ id: string; is_active: boolean }>(sql`
    with counted as (
      select * from json_to_recordset(${JSON.stringify(countByWebhook(attempts))}::json) as row (
        webhook_id uuid, resets boolean, failures integer, last_status text, last_triggered_at timestamptz,
        last_succeeded_at timestamptz)
    ), locked as materialized (
      -- In one order everywhere, so that two dispatchers never wait for each other.
      select webhook.id from ${schema}.webhooks webhook join counted on webhook.id = counted.webhook_id
      order by webhook.id for no key update of webhook
    )
    update ${schema}.webhooks webhook
    set failure_count = case when resets then failures else webhook.failure_count + failures end,
      last_status = counted.last_status, last_triggered_at = counted.last_triggered_at,
      last_succeeded_at = coalesce(counted.last_succeeded_at, webhook.last_succeeded_at)
    from counted join locked on locked.id = counted.webhook_id
    where webhook.id = counted.webhook_id
    returning webhook.id, webhook.is_active
  `)
  return new Set(rows.filter((row) => row.is_active).map((row) => row.id))
}

/**
 * Cancels deliveries that these attempts left pending: whoever deactivated their webhook skipped them, because they
 * were in use.
 */
async function cancelOwn(tx: Db, service: string, attempts: RecordedAttempt[]): Promise<void> {
  const schema = sql.identifier(service)
  const now = new Date(Math.max(...attempts.map((attempt) => attempt.endedAt.getTime())))
  await tx.execute(sql`
    update ${schema}.deliveries set status = 'cancelled', ended_at = ${now}, next_attempt_at = null
    where id = any(${sql.param(attempts.map((attempt) => attempt.deliveryId))}::uuid[]) and ended_at is null
  `)
}

async function disableWebhooks(tx: Db, service: string, exhausted: RecordedAttempt[]): Promise<void> {
  const schema = sql.identifier(service)
  const deliveryIds = sql.param(exhausted.map((attempt) => attempt.deliveryId))
  const now = new Date(Math.max(...exhausted.map((attempt) => attempt.endedAt.getTime())))
  await tx.execute(sql`
    with given_up as (
      select distinct on (delivery.webhook_id) delivery.webhook_id, failed_attempts, last.status, last.error,
        (select min(started_at) from ${schema}.delivery_attempts where delivery_id = delivery.id) as begun_at
      from ${schema}.deliveries delivery
      cross join lateral (
        select status, error from ${schema}.delivery_attempts where delivery_id = delivery.id
        order by number desc limit 1
      ) last
      where delivery.id = any(${deliveryIds}::uuid[]) and delivery.status = 'failed'
      order by delivery.webhook_id, delivery.id
    ), disabled as (
      update ${schema}.webhooks webhook
      set is_active = false, disabled_at = ${now},
        disabled_reason = 'A delivery failed ' || given_up.failed_attempts || ' times, the last time with '
          || coalesce('status ' || given_up.status, given_up.error)
      from given_up
      where webhook.id = given_up.webhook_id and webhook.is_active
        and (webhook.last_succeeded_at is null or webhook.last_succeeded_at < given_up.begun_at)
      returning webhook.id
    ), pending as (
      -- What is in use just now is cancelled by whoever uses it; waiting for it here could be for ever.
      select delivery.id from ${schema}.deliveries delivery join disabled on delivery.webhook_id = disabled.id
      where delivery.status = 'pending' for no key update of delivery skip locked
    )
    update ${schema}.deliveries delivery
    set status = 'cancelled', ended_at = ${now}, next_attempt_at = null, is_parked = false
    from pending where delivery.id = pending.id
  `)
}

// Nulls are left out, because these rows are most of a settlement's bytes.
function toRow({
  deliveryId,
  number,
  round,
  requestHeaders,
  outcome,
  endedAt,
  nextAttemptAt,
  isOwn,
}: RecordedAttempt) {
  return {
    delivery_id: deliveryId,
    number,
    round,
    request_headers: requestHeaders,
    duration_ms: outcome.durationMs,
    status: outcome.status ?? undefined,
    error: outcome.error ?? undefined,
    response_body: outcome.responseBody ?? undefined,
    succeeded: outcome.succeeded,
    is_own: isOwn,
    ended_at: endedAt,
    next_attempt_at: nextAttemptAt ?? undefined,
  }
}

/** One line per webhook: the failures since its last success, and the status of its last attempt. */
function countByWebhook(attempts: RecordedAttempt[]) {
  const byWebhook = Map.groupBy(attempts, (attempt) => attempt.webhookId)
  return [...byWebhook].map(([webhookId, unordered]) => {
    const own = unordered.toSorted((one, other) => one.endedAt.getTime() - other.endedAt.getTime())
    const lastSuccess = own.findLastIndex(({ outcome }) => outcome.succeeded)
    const last = own.at(-1)!
    return {
      webhook_id: webhookId,
      resets: lastSuccess >= 0,
      failures: own.length - 1 - lastSuccess,
      last_status: String(last.outcome.status ?? last.outcome.error),
      last_triggered_at: last.startedAt,
      last_succeeded_at: own[lastSuccess]?.endedAt ?? null,
    }
  })
}
