import { sql } from 'drizzle-orm'
import { prepared, type Db } from '@waypost/postgres'
import type { Channel } from './channel.ts'
import { endAcknowledged } from './feed/acknowledge-events.ts'
import { countByHour, countByWebhook, errorKinds } from './health/count-attempts.ts'
import { toStoredHeaders } from './log/stored-headers.ts'
import type { RecordedAttempt } from './recorded-attempt.ts'

/**
 * Writes many outcomes at once: the attempts' rows, their deliveries' states, the counters of their webhooks and of the hour,
 * and the end of their leases. A success always counts; a failure does not change a delivery that was cancelled or redelivered meanwhile.
 *
 * Where the channel says so, a webhook is disabled when a delivery has failed for the last time and nothing was
 * delivered to it since that delivery's first attempt. Its pending deliveries are then cancelled.
 *
 * @param db a transaction, where any of the attempts failed: successes are one statement
 * @param ended leases of which these attempts are the last
 *
 * @returns the attempts that decide what follows for their deliveries: those whose lease has not expired, or that have none
 */
export async function recordOutcomes<Recorded extends RecordedAttempt>(
  db: Db,
  channel: Pick<Channel, 'service' | 'onExhausted'>,
  attempts: Recorded[],
  ended: string[] = [],
): Promise<Recorded[]> {
  const { service, onExhausted } = channel
  const { own, active, pulled } = await settle(db, service, attempts, ended)
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
  service: string,
  attempts: Recorded[],
  ended: string[],
): Promise<Settled<Recorded>> {
  const failed = attempts.filter(({ outcome }) => !outcome.succeeded)
  const needed = [...new Set(failed.flatMap(({ leaseId }) => leaseId ?? []))]
  const hasLeases = attempts.some(({ leaseId }) => leaseId)
  const { rows } = await prepared(db).db.executeSql(settlement(service, hasLeases), [
    JSON.stringify(attempts.map(toRow)),
    JSON.stringify(countByWebhook(attempts)),
    JSON.stringify(countByHour(attempts)),
    ...(hasLeases ? [ended, needed] : []),
  ])
  const [{ failing, active, pulled }] = rows as [{ failing: string[]; active: string[]; pulled: string[] }]
  const isFailing = new Set(failing)
  const own = attempts.filter(({ deliveryId, outcome }) => outcome.succeeded || isFailing.has(deliveryId))
  return { own, active: new Set(active), pulled: new Set(pulled) }
}

// One statement, since most settlements are of a few successes: its round trip is then the whole settlement. Rows are found by arrays of ids
// before they are joined, so that Postgres reads them in the index whatever it believes of the size of the tables. They are
// joined as text, which no index has: by the id or the number it would search the index anew for each, with the whole array.
function settlement(service: string, hasLeases: boolean): string {
  return `
    with outcome as materialized (
      select * from json_to_recordset($1::json) as row (
        delivery_id uuid, number integer, round integer, duration_ms integer, status integer, error text,
        request_headers json, response_body text, succeeded boolean, lease_id uuid,
        ended_at timestamptz, next_attempt_at timestamptz)
    ), ${hasLeases ? heldLeases(service) : 'held as (select null::uuid as id where false)'},
    failing as materialized (
      select delivery_id from outcome where not succeeded and (lease_id is null or lease_id in (select id from held))
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
          and outcome.delivery_id in (select delivery_id from failing)))
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
    select array(select delivery_id from failing) as failing,
      array(select id from webhook where is_active) as active,
      array(select id from webhook where feed_acknowledged_id is not null) as pulled
  `
}

// A lease that goes on is locked for those that failed: another dispatcher, for which it has expired, waits or has taken it. A success
// counts whoever has it.
const heldLeases = (service: string): string => `
    ended as (
      delete from ${service}.delivery_leases where id = any($4::uuid[]) returning id
    ), locked_leases as materialized (
      select id from ${service}.delivery_leases where id = any($5::uuid[]) and id <> all($4::uuid[]) for share
    ), held as materialized (
      select id from ended union all select id from locked_leases
    )`

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
  leaseId,
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
    // Only a failure depends on it.
    lease_id: outcome.succeeded ? undefined : leaseId,
    ended_at: endedAt,
    next_attempt_at: nextAttemptAt ?? undefined,
  }
}
