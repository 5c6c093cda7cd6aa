import { earliestFirstSql, isDueSql, newId, prepared, type Clock } from '@waypost/postgres'
import {
  deferredQueue,
  deliveryQueue,
  openHeaders,
  webhookSecretContext,
  type Keyring,
  type WebhookFormat,
  type WebhookHeaders,
} from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import type { ClaimedDelivery, StaleJob, Unmade } from './claimed-jobs.ts'
import type { Lease } from './lease.ts'
import type { Receivers, Target } from './receivers.ts'

/** One attempt to be made: its delivery is leased and its row is in the log. */
export interface Claim {
  lease: Lease
  deliveryId: string
  ownerId: string
  webhookId: string
  round: number
  /** The attempt's number within its delivery. */
  number: number
  /** Failures so far, which are the attempt's place in the schedule. */
  failedAttempts: number
  event: string
  body: string
  /** Null where the body is sent as it is. */
  format: WebhookFormat | null
  url: string
  secret: string
  /** Signs besides, for a day after the secret was replaced. */
  previousSecret: string | undefined
  /** The webhook's own. */
  headers: WebhookHeaders | undefined
  /** The trace context of the publisher. */
  traceParent: string | null
  dueAt: Date
  startedAt: Date
}

export interface Claimed {
  claims: Claim[]
  /** Deliveries to give up. The receivers of `unopened` were admitted. */
  unmade: Unmade
  /** Of both. */
  lease: Lease
  /** How many jobs each queue returned; fewer than requested means that the queue is empty. */
  fetched: Record<string, number>
}

/** How many jobs to take from each queue. */
export type Wanted = Record<string, number>

/** Splits `limit` between new and deferred attempts, so that neither waits for the other. */
export function splitLimit(limit: number, withDeferred: boolean): Wanted {
  if (!withDeferred) return { [deliveryQueue.name]: limit }
  const deferred = Math.ceil(limit / 2)
  return { [deferredQueue.name]: deferred, [deliveryQueue.name]: limit - deferred }
}

/**
 * Takes due jobs, leases their deliveries, and logs their attempts before any of them is made, in one statement: one round trip is
 * the whole claim where all of them can be made. The others are for the caller to give up.
 */
export async function claimDeliveries(
  channel: OpenChannel,
  clock: Clock,
  wanted: Wanted,
  {
    receivers,
    keyring,
    turns = [],
  }: {
    receivers: Pick<Receivers, 'admit' | 'full'>
    keyring: Pick<Keyring, 'open'>
    /** Ids of deferred jobs that are taken before all others. */
    turns?: string[]
  },
): Promise<Claimed> {
  const now = new Date(clock.now())
  const lease: Lease = { id: newId(), open: 0 }
  const taken = await takeJobs(channel, wanted, { leaseId: lease.id, full: receivers.full(), now, turns })
  const fetched: Record<string, number> = {}
  for (const queue of Object.keys(wanted)) fetched[queue] = taken.filter((row) => row.queue === queue).length

  const claims: Claim[] = []
  const unmade: Unmade = { parked: [], unopened: [], cancelled: [] }
  const current = taken.filter(isCurrent)
  lease.open = current.length
  for (const row of current) {
    if (!row.is_active) unmade.cancelled.push(row)
    else if (!row.is_logged || !receivers.admit(toTarget(row), row.is_counted)) unmade.parked.push(row)
    else {
      const secrets = openSecrets(keyring, row)
      if (secrets) claims.push(toClaim(row, lease, secrets, now))
      else unmade.unopened.push(row)
    }
  }
  return { claims, unmade, lease, fetched }
}

const isCurrent = (row: ClaimedDelivery | StaleJob): row is ClaimedDelivery => row.id !== null && row.is_first

/**
 * Takes due jobs out of their queues for this process, and logs the attempts of those that can be made.
 *
 * @param full receivers that have no place now: no attempts are logged for them, nor for webhooks with a rate limit whose
 * turn it is not
 */
async function takeJobs(
  { channel, db }: OpenChannel,
  wanted: Wanted,
  { leaseId, full, now, turns }: { leaseId: string; full: string[]; now: Date; turns: string[] },
): Promise<(ClaimedDelivery | StaleJob)[]> {
  const limits = [wanted[deliveryQueue.name] ?? 0, wanted[deferredQueue.name] ?? 0]
  const inTurn = turns.length > 0 ? [turns] : []
  const text = claim(channel, turns.length > 0)
  const { rows } = await prepared(db).db.executeSql(text, [...limits, now, full, leaseId, ...inTurn])
  return rows as (ClaimedDelivery | StaleJob)[]
}

// As pg-boss fetches jobs, from two queues; but they are deleted at once, since a lease costs less than a job that is active until it is
// deleted: for each, Postgres would write a version of its row with entries in the indexes. The ids are an array, and each job's delivery and webhook are looked up by
// themselves, so that Postgres finds them by their ids whatever it believes of the size of the tables: it would join a table
// that was small when it was last analyzed by reading all of it for each job. Pending deliveries are found by `ended_at is null`. With `status = 'pending'`, Postgres
// could choose the index of all pending deliveries and read it to its end at every claim.
const claim = ({ service, outboxSchema }: OpenChannel['channel'], isInTurn: boolean): string => `
  with due as materialized (${dueJobs(outboxSchema, deliveryQueue.name, '$1')}),
  ${isInTurn ? dueInTurn(outboxSchema, '$6', '$2') : `again as materialized (${dueDeferred(outboxSchema, '$2')})`},
  taken_due as materialized (${takeFrom(outboxSchema, deliveryQueue.name, 'select id from due')}),
  taken_again as materialized (${takeFrom(
    outboxSchema,
    deferredQueue.name,
    `select id from again${isInTurn ? ' union all select id from in_turn' : ''}`,
  )}),
  taken as (select * from taken_due union all select * from taken_again),
  found as materialized (
    select taken.name as queue, taken.is_counted,
      delivery.id, delivery.owner_id, delivery.webhook_id, delivery.round, failed_attempts, event, body, next_attempt_at,
      trace_parent, url, sealed_secret, sealed_headers, max_per_second,
      format,
      case when previous_secret_until > now() then previous_sealed_secret end as previous_sealed_secret,
      coalesce(is_active, false) as is_active,
      row_number() over (partition by delivery.id) = 1 as is_first,
      coalesce(webhook.id <> all($4::uuid[]), false) and (max_per_second is null or taken.is_counted) as has_room,
      1 + coalesce((select max(number) from ${service}.delivery_attempts where delivery_id = delivery.id), 0) as number
    from taken
    left join lateral (
      select * from ${service}.deliveries where id = taken.delivery_id and round = taken.round and ended_at is null limit 1
    ) delivery on true
    left join lateral (select * from ${service}.webhooks where id = delivery.webhook_id limit 1) webhook on true
  ), logged as (
    insert into ${service}.delivery_attempts (delivery_id, number, started_at)
    select id, number, $3 from found where is_active and is_first and has_room
  ), leased as (
    insert into ${service}.delivery_leases (id, leased_at, owner_ids, delivery_ids, rounds, numbers)
    select $5, ${outboxSchema}.job_now(), array_agg(distinct owner_id), array_agg(id), array_agg(round),
      array_agg(case when is_active and has_room then number else 0 end)
    from found where id is not null and is_first having count(*) > 0
  )
  select found.*, is_active and is_first and has_room as is_logged from found
`

// A statement for each queue: with the names of both, Postgres compares each entry of the index with each pair of a name and an id.
const takeFrom = (outboxSchema: string, queue: string, ids: string): string => `
  delete from ${outboxSchema}.job
  where name = '${queue}' and id = any(array(${ids}))
  returning name, (data ->> 'deliveryId')::uuid as delivery_id, (data ->> 'round')::integer as round,
    coalesce((data ->> 'isCounted')::boolean, false) as is_counted`

const dueJobs = (outboxSchema: string, queue: string, limit: string, condition = ''): string => `
  select id from ${outboxSchema}.job
  where name = '${queue}' and state < 'active' and not blocked and ${isDueSql(`${outboxSchema}.job_now()`)} ${condition}
  order by priority desc, created_on limit ${limit}::integer for update skip locked
`

// Those that are not due have lower priorities, and are not read.
const dueDeferred = (outboxSchema: string, limit: string, condition = ''): string => {
  const second = earliestFirstSql(`${outboxSchema}.job_now()`)
  return dueJobs(outboxSchema, deferredQueue.name, limit, `and priority >= ${second} ${condition}`)
}

// They were due when they were found. Compared as text, the state does not match the indexes of waiting jobs, one of which Postgres could
// read to its end.
const dueInTurn = (outboxSchema: string, turns: string, limit: string): string => `
  in_turn as materialized (
    select id from ${outboxSchema}.job
    where name = '${deferredQueue.name}' and id = any(${turns}::uuid[]) and state::text in ('created', 'retry')
    for update skip locked
  ), again as materialized (${dueDeferred(
    outboxSchema,
    `(${limit} - (select count(*) from in_turn))`,
    'and id <> all(array(select id from in_turn))',
  )})`

export const toTarget = ({ webhook_id, owner_id, url }: ClaimedDelivery): Target => ({
  webhookId: webhook_id,
  ownerId: owner_id,
  url,
})

type Secrets = Pick<Claim, 'secret' | 'previousSecret' | 'headers'>

function openSecrets(keyring: Pick<Keyring, 'open'>, row: ClaimedDelivery): Secrets | undefined {
  const open = (sealed: string) => keyring.open(sealed, webhookSecretContext(row.webhook_id))
  try {
    const { previous_sealed_secret: previous } = row
    return {
      secret: open(row.sealed_secret),
      previousSecret: previous === null ? undefined : open(previous),
      headers: openHeaders(keyring, row.webhook_id, row.sealed_headers),
    }
  } catch {
    return undefined
  }
}

function toClaim(row: ClaimedDelivery, lease: Lease, secrets: Secrets, startedAt: Date): Claim {
  return {
    lease,
    deliveryId: row.id,
    ownerId: row.owner_id,
    webhookId: row.webhook_id,
    round: row.round,
    number: row.number,
    failedAttempts: row.failed_attempts,
    event: row.event,
    body: row.body,
    format: row.format,
    url: row.url,
    ...secrets,
    traceParent: row.trace_parent,
    dueAt: row.next_attempt_at ?? startedAt,
    startedAt,
  }
}
