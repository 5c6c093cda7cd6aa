import { sql } from 'drizzle-orm'
import { inTransaction, type Clock, type Db } from '@waypost/postgres'
import { deferredQueue, deliveryQueue, webhookSecretContext, type Keyring } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import type { Target } from './receivers.ts'

/** One attempt to be made: its job is claimed and its row is in the log. */
export interface Claim {
  queue: string
  job: { id: string; retryCount: number }
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
  url: string
  secret: string
  /** Signs besides, for a day after the secret was replaced. */
  previousSecret: string | undefined
  /** The trace context of the publisher. */
  traceParent: string | null
  dueAt: Date
  startedAt: Date
}

export interface Claimed {
  claims: Claim[]
  /** Receivers whose deliveries were parked because there is no room for them. */
  parked: Target[]
  /** Receivers that were admitted, and whose secrets this dispatcher's keys do not open: their deliveries are parked too. */
  unopened: Target[]
  /** How many jobs each queue returned; fewer than requested means that the queue is empty. */
  fetched: Record<string, number>
}

/** How many jobs to take from each queue. */
export type Wanted = Record<string, number>

// Limits nothing, since no job has a group. With it, pg-boss takes the jobs that it found by their ids, and so by the
// index. Without it, pg-boss takes them by a join, which reads the whole queue for each job when Postgres believes the
// queue to be empty.
const groupConcurrency = 1

/** Splits `limit` between new and deferred attempts, so that neither waits for the other. */
export function splitLimit(limit: number, withDeferred: boolean): Wanted {
  if (!withDeferred) return { [deliveryQueue.name]: limit }
  const deferred = Math.ceil(limit / 2)
  return { [deferredQueue.name]: deferred, [deliveryQueue.name]: limit - deferred }
}

/**
 * Takes due jobs and logs their attempts before any of them is made. A delivery whose receiver `admit` refuses is
 * parked without a job, and so is one that cannot be signed, which is no fault of the receiver's and costs no attempt. A
 * delivery that was cancelled or redelivered meanwhile, or whose webhook is deactivated or
 * deleted, is settled here and not returned.
 */
export async function claimDeliveries(
  channel: OpenChannel,
  clock: Clock,
  wanted: Wanted,
  {
    admit,
    keyring,
  }: { admit: (target: Target, isCounted: boolean) => boolean; keyring: Pick<Keyring, 'open'> },
): Promise<Claimed> {
  return channel.db.transaction(async (tx) => {
    const jobs: FetchedJob[] = []
    const fetched: Record<string, number> = {}
    for (const [queue, batchSize] of Object.entries(wanted)) {
      const options = { ...inTransaction(tx), batchSize, groupConcurrency }
      const batch = batchSize > 0 ? await channel.boss.fetch<JobData>(queue, options) : []
      fetched[queue] = batch.length
      jobs.push(...batch.map(({ id, retryCount, data }) => ({ queue, id, retryCount, ...data })))
    }
    if (jobs.length === 0) return { claims: [], parked: [], unopened: [], fetched }

    const found = new Map((await findDeliveries(tx, channel, jobs)).map((row) => [row.id, row]))
    const now = new Date(clock.now())
    const claims: Claim[] = []
    const parked: DeliveryRow[] = []
    const unopened: DeliveryRow[] = []
    const cancelled: DeliveryRow[] = []
    for (const job of jobs) {
      const row = found.get(job.deliveryId)
      // Each delivery is claimed once, even if two jobs name it.
      if (!row || row.round !== job.round || !found.delete(row.id)) continue
      if (!row.is_active) cancelled.push(row)
      else if (!admit(toTarget(row), job.isCounted === true)) parked.push(row)
      else {
        const secrets = openSecrets(keyring, row)
        if (secrets) claims.push(toClaim(job, row, secrets, now))
        else unopened.push(row)
      }
    }

    await write(tx, channel, { claims, parked: [...parked, ...unopened], cancelled, now })
    const claimed = new Set(claims.map(({ job }) => job.id))
    for (const queue of Object.keys(wanted)) {
      const done = jobs.filter((job) => job.queue === queue && !claimed.has(job.id))
      if (done.length > 0) await channel.boss.deleteJob(queue, done, inTransaction(tx))
    }
    const receivers = new Map(parked.map((row) => [row.webhook_id, toTarget(row)]))
    return { claims, parked: [...receivers.values()], unopened: unopened.map(toTarget), fetched }
  })
}

interface JobData {
  deliveryId: string
  round: number
  /** The host counted it when it was unparked. */
  isCounted?: boolean
}

interface FetchedJob extends JobData {
  queue: string
  id: string
  retryCount: number
}

interface DeliveryRow extends Record<string, unknown> {
  id: string
  owner_id: string
  webhook_id: string
  round: number
  last_number: number
  failed_attempts: number
  event: string
  body: string
  next_attempt_at: string | null
  url: string
  sealed_secret: string
  previous_sealed_secret: string | null
  trace_parent: string | null
  is_active: boolean
}

// Pending deliveries are found by `ended_at is null`. With `status = 'pending'`, Postgres could choose the index of
// all pending deliveries and read it to its end at every claim.
async function findDeliveries(tx: Db, { channel }: OpenChannel, jobs: FetchedJob[]): Promise<DeliveryRow[]> {
  const schema = sql.identifier(channel.service)
  const ids = jobs.map((job) => job.deliveryId)
  const { rows } = await tx.execute<DeliveryRow>(sql`
    select delivery.id, delivery.owner_id, delivery.webhook_id, round, failed_attempts, event, body,
      next_attempt_at, trace_parent, url, sealed_secret, case when previous_secret_until > now() then previous_sealed_secret end
      as previous_sealed_secret, coalesce(is_active, false) as is_active,
      coalesce((select max(number) from ${schema}.delivery_attempts where delivery_id = delivery.id), 0) as last_number
    from ${schema}.deliveries delivery left join ${schema}.webhooks webhook on webhook.id = delivery.webhook_id
    where delivery.id = any(${sql.param(ids)}::uuid[]) and delivery.ended_at is null
  `)
  return rows
}

async function write(
  tx: Db,
  { channel }: OpenChannel,
  {
    claims,
    parked,
    cancelled,
    now,
  }: { claims: Claim[]; parked: DeliveryRow[]; cancelled: DeliveryRow[]; now: Date },
): Promise<void> {
  const schema = sql.identifier(channel.service)
  if (claims.length > 0) {
    const ids = sql.param(claims.map((claim) => claim.deliveryId))
    const numbers = sql.param(claims.map((claim) => claim.number))
    await tx.execute(sql`
      insert into ${schema}.delivery_attempts (delivery_id, number, started_at)
      select id, number, ${now} from unnest(${ids}::uuid[], ${numbers}::integer[]) as row (id, number)
    `)
  }
  // Read without a lock: a delivery that was redelivered meanwhile has a later round, and is left to the job of that
  // round.
  if (parked.length > 0) {
    await tx.execute(sql`
      update ${schema}.deliveries delivery set is_parked = true from ${idsAndRounds(parked)}
      where delivery.id = row.id and delivery.round = row.round and delivery.ended_at is null
    `)
  }
  if (cancelled.length > 0) {
    await tx.execute(sql`
      update ${schema}.deliveries delivery set status = 'cancelled', ended_at = ${now}, next_attempt_at = null
      from ${idsAndRounds(cancelled)}
      where delivery.id = row.id and delivery.round = row.round and delivery.ended_at is null
    `)
  }
}

function idsAndRounds(rows: DeliveryRow[]) {
  const ids = sql.param(rows.map((row) => row.id))
  const rounds = sql.param(rows.map((row) => row.round))
  return sql`unnest(${ids}::uuid[], ${rounds}::integer[]) as row (id, round)`
}

const toTarget = ({ webhook_id, owner_id, url }: DeliveryRow): Target => ({
  webhookId: webhook_id,
  ownerId: owner_id,
  url,
})

type Secrets = Pick<Claim, 'secret' | 'previousSecret'>

function openSecrets(keyring: Pick<Keyring, 'open'>, row: DeliveryRow): Secrets | undefined {
  const open = (sealed: string) => keyring.open(sealed, webhookSecretContext(row.webhook_id))
  try {
    const { previous_sealed_secret: previous } = row
    return {
      secret: open(row.sealed_secret),
      previousSecret: previous === null ? undefined : open(previous),
    }
  } catch {
    return undefined
  }
}

function toClaim(
  { queue, id, retryCount }: FetchedJob,
  row: DeliveryRow,
  secrets: Secrets,
  startedAt: Date,
): Claim {
  return {
    queue,
    job: { id, retryCount },
    deliveryId: row.id,
    ownerId: row.owner_id,
    webhookId: row.webhook_id,
    round: row.round,
    number: row.last_number + 1,
    failedAttempts: row.failed_attempts,
    event: row.event,
    body: row.body,
    url: row.url,
    ...secrets,
    traceParent: row.trace_parent,
    dueAt: row.next_attempt_at ? new Date(row.next_attempt_at) : startedAt,
    startedAt,
  }
}
