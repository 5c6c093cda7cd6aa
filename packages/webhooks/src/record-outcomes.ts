import { sql } from 'drizzle-orm'
import { prepared, type Db } from '@waypost/postgres'
import { deferredQueue, deliveryQueue, type Channel } from './channel.ts'
import { endAcknowledged } from './feed/acknowledge-events.ts'
import { countByHour, countByWebhook, errorKinds } from './health/count-attempts.ts'
import { toStoredHeaders } from './log/stored-headers.ts'
import type { RecordedAttempt } from './recorded-attempt.ts'

/**
 * Writes many outcomes at once: the attempts' rows, their deliveries' states, the counters of their webhooks and of the hour,
 * and the end of their jobs. A success always counts; a failure does not change a delivery that was cancelled or redelivered meanwhile.
 *
 * Where the channel says so, a webhook is disabled when a delivery has failed for the last time and nothing was
 * delivered to it since that delivery's first attempt. Its pending deliveries are then cancelled.
 *
 * @param db a transaction, where any of the attempts failed: successes are one statement
 *
 * @returns the attempts whose jobs were still theirs, and those without a job
 */
export async function recordOutcomes<Recorded extends RecordedAttempt>(
  db: Db,
  channel: Pick<Channel, 'service' | 'outboxSchema' | 'onExhausted'>,
  attempts: Recorded[],
): Promise<Recorded[]> {
  const { service, onExhausted } = channel
  const { own, active, pulled } = await settle(db, channel, attempts)
  const failed = own.filter(({ outcome }) => !outcome.succeeded)
  const pullable = failed.filter(({ webhookId }) => pulled.has(webhookId))
  if (pullable.length > 0) await endAcknowledged(db, channel, idsOf(pullable), lastEndOf(pullable))
  const orphaned = failed.filter(({ webhookId }) => !active.has(webhookId))
  if (orphaned.length > 0) await cancelOwn(db, service, orphaned)
  const exhausted = failed.filter(({ nextAttemptAt }) => !nextAttemptAt)
  if (onExhausted === 'disable-webhook' && exhausted.length > 0) await disableWebhooks(db, service, exhausted)
  return own
}

interface Settled<Recorded> {
  own: Recorded[]
  /** The webhooks that exist and are active. */
  active: Set<string>
  /** Those of which events were pulled and acknowledged. */
  pulled: Set<string>
}

async function settle<Recorded extends RecordedAttempt>(
  db: Db,
  { service, outboxSchema }: Pick<Channel, 'service' | 'outboxSchema'>,
  attempts: Recorded[],
): Promise<Settled<Recorded>> {
  const hasJobs = attempts.some(({ job }) => job)
  const { rows } = await prepared(db).db.executeSql(settlement(service, hasJobs ? outboxSchema : undefined), [
    JSON.stringify(attempts.map(toRow)),
    JSON.stringify(countByWebhook(attempts)),
    JSON.stringify(countByHour(attempts)),
  ])
  const [{ lost, active, pulled }] = rows as [{ lost: string[]; active: string[]; pulled: string[] }]
  const isLost = new Set(lost)
  const own = attempts.filter(({ job }) => !job || !isLost.has(job.id))
  return { own, active: new Set(active), pulled: new Set(pulled) }
}

// One statement, since most settlements are of a few successes: its round trip is then the whole settlement. Rows are found by arrays of ids
// before they are joined, so that Postgres reads them in the index whatever it believes of the size of the tables. They are
// joined as text, which no index has: by the id or the number it would search the index anew for each, with the whole array.
function settlement(service: string, outboxSchema: string | undefined): string {
  return `
    with outcome as materialized (
      select * from json_to_recordset($1::json) as row (
        delivery_id uuid, number integer, round integer, duration_ms integer, status integer, error text,
        request_headers json, response_body text, succeeded boolean, job_id uuid, retry_count integer,
        ended_at timestamptz, next_attempt_at timestamptz)
    ), done as (
      ${outboxSchema ? endJobs(outboxSchema) : 'select null::uuid as id where false'}
    ), attempt as (
      update ${service}.delivery_attempts attempt
      set duration_ms = outcome.duration_ms, status = outcome.status,
        error = outcome.error, request_headers = outcome.request_headers, response_body = outcome.response_body
      from outcome
      where attempt.delivery_id = any(array(select delivery_id from outcome))
        and attempt.delivery_id::text = outcome.delivery_id::text and attempt.number::text = outcome.number::text
    ), delivery as (
      update ${service}.deliveries delivery
      set status = case when succeeded then 'delivered' when outcome.next_attempt_at is null then 'failed' else 'pending' end,
        failed_attempts = delivery.failed_attempts + (not succeeded)::integer,
        next_attempt_at = outcome.next_attempt_at,
        is_parked = false,
        ended_at = case when outcome.next_attempt_at is null then outcome.ended_at end
      from outcome
      where delivery.id = any(array(select delivery_id from outcome)) and delivery.id::text = outcome.delivery_id::text
        -- A test is failed from the start.
        and (succeeded or (delivery.status in ('pending', 'failed') and delivery.round = outcome.round
          and (job_id is null or job_id in (select id from done))))
    ), counted as (
      select * from json_to_recordset($2::json) as row (
        webhook_id uuid, resets boolean, failures integer, last_status text, last_triggered_at timestamptz,
        last_succeeded_at timestamptz, last_failed_at timestamptz, failing_since timestamptz)
    ), locked as materialized (
      -- In the order in which they are counted, by id, so that two dispatchers never wait for each other. With the counts, so that
      -- the update does not join the webhooks with them, each with each.
      select webhook.id, counted.* from counted, lateral (
        select id from ${service}.webhooks where id = counted.webhook_id for no key update
      ) webhook
    ), webhook as (
      update ${service}.webhooks webhook
      set failure_count = case when resets then failures else webhook.failure_count + failures end,
        last_status = counted.last_status, last_triggered_at = counted.last_triggered_at,
        last_succeeded_at = coalesce(counted.last_succeeded_at, webhook.last_succeeded_at),
        last_failed_at = coalesce(counted.last_failed_at, webhook.last_failed_at),
        failing_since = case
          -- A dispatcher of the version before leaves it as it was when it delivers.
          when resets or webhook.failing_since < webhook.last_succeeded_at then counted.failing_since
          else coalesce(webhook.failing_since, counted.failing_since) end
      from locked counted where webhook.id = counted.id
      returning webhook.id, webhook.is_active, webhook.feed_acknowledged_id
    ), hour as (
      insert into ${service}.webhook_hours as hour (webhook_id, starts_at, attempts, failures, durations, errors)
      select webhook_id, starts_at, attempts, failures, durations, coalesce(errors, '{}')
      from json_to_recordset($3::json) as row (
        webhook_id uuid, starts_at timestamptz, attempts integer, failures integer, durations integer[], errors jsonb)
      -- Looked up in a hash table, and locked before. A deleted webhook has no hours.
      where (webhook_id in (select id from locked)) is true
      on conflict (webhook_id, starts_at) do update set
        attempts = hour.attempts + excluded.attempts, failures = hour.failures + excluded.failures,
        durations = array(select count + further from unnest(hour.durations, excluded.durations) as bucket (count, further)),
        errors = case when excluded.errors = '{}' then hour.errors
          else ${service}.merged_errors(hour.errors, excluded.errors, ${errorKinds}) end
    )
    select array(select job_id from outcome where job_id is not null and not (job_id in (select id from done))) as lost,
      array(select id from webhook where is_active) as active,
      array(select id from webhook where feed_acknowledged_id is not null) as pulled
  `
}

// A completed job is deleted, because the log has everything worth keeping. By an array of ids, so that Postgres reads them
// in the index whatever it believes of the queue's size. As text, the state does not match the index of active jobs, which has
// all that have ended since the last vacuum. `is true` has the pairs looked up in a hash table; without it,
// the two lists are joined, each job with each outcome.
const endJobs = (outboxSchema: string): string => `
  delete from ${outboxSchema}.job
  where name in ('${deliveryQueue.name}', '${deferredQueue.name}') and id = any(array(select job_id from outcome))
    and state::text = 'active' and ((id, retry_count) in (select job_id, retry_count from outcome)) is true
  returning id`

/**
 * Cancels deliveries that these attempts left pending: whoever deactivated their webhook skipped them, because they
 * were in use.
 */
async function cancelOwn(tx: Db, service: string, attempts: RecordedAttempt[]): Promise<void> {
  const schema = sql.identifier(service)
  const now = lastEndOf(attempts)
  await tx.execute(sql`
    update ${schema}.deliveries set status = 'cancelled', ended_at = ${now}, next_attempt_at = null
    where id = any(${sql.param(idsOf(attempts))}::uuid[]) and ended_at is null
  `)
}

async function disableWebhooks(tx: Db, service: string, exhausted: RecordedAttempt[]): Promise<void> {
  const schema = sql.identifier(service)
  const deliveryIds = sql.param(idsOf(exhausted))
  const now = lastEndOf(exhausted)
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
      select delivery.id from disabled, lateral (
        select id from ${schema}.deliveries where webhook_id = disabled.id and status = 'pending'
        for no key update skip locked
      ) delivery
    )
    update ${schema}.deliveries delivery
    set status = 'cancelled', ended_at = ${now}, next_attempt_at = null, is_parked = false
    from pending where delivery.id = pending.id
  `)
}

const idsOf = (attempts: RecordedAttempt[]): string[] => attempts.map(({ deliveryId }) => deliveryId)

const lastEndOf = (attempts: RecordedAttempt[]): Date =>
  new Date(Math.max(...attempts.map(({ endedAt }) => endedAt.getTime())))

// Nulls are left out, because these rows are most of a settlement's bytes.
function toRow({
  deliveryId,
  number,
  round,
  requestHeaders,
  outcome,
  endedAt,
  nextAttemptAt,
  job,
}: RecordedAttempt) {
  return {
    delivery_id: deliveryId,
    number,
    round,
    request_headers: toStoredHeaders(requestHeaders),
    duration_ms: outcome.durationMs,
    status: outcome.status ?? undefined,
    error: outcome.error ?? undefined,
    response_body: outcome.responseBody ?? undefined,
    succeeded: outcome.succeeded,
    job_id: job?.id,
    retry_count: job?.retryCount,
    ended_at: endedAt,
    next_attempt_at: nextAttemptAt ?? undefined,
  }
}
