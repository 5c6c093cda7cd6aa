import { sql } from 'drizzle-orm'
import type { OpenChannel } from '../services.ts'
import type { Unmade, WithdrawnDelivery } from './claimed-jobs.ts'
import { endLeases, type Lease } from './lease.ts'
import type { Attempt } from './make-attempt.ts'

/** Gives up all deliveries of a claim of which no attempt is made. */
export async function giveUpUnmade(
  channel: OpenChannel,
  lease: Lease,
  { parked, unopened, cancelled }: Unmade,
  now: Date,
): Promise<void> {
  const waiting = [...parked, ...unopened]
  const leases = [...waiting, ...cancelled].map(() => lease)
  await giveUp(channel, leases, { waiting, cancelled, complete: lease.id }, now)
}

/** Takes attempts that a fault of ours prevented out of the log, and parks their deliveries as they were before. */
export async function parkUnsent(channel: OpenChannel, attempts: Attempt[], now: Date): Promise<void> {
  const waiting = attempts.map(({ claim: { deliveryId: id, round, number } }) => ({
    id,
    round,
    number,
    is_logged: true,
  }))
  const leases = attempts.map(({ claim }) => claim.lease)
  await giveUp(channel, leases, { waiting, cancelled: [] }, now)
}

/**
 * Parks deliveries or cancels them, and takes their attempts out of the log. Deliveries that are parked, and those that cannot be
 * signed or sent, wait without a job.
 *
 * @param leases of each of them
 * @param complete a lease of which all are among them that have no attempt
 */
async function giveUp(
  channel: OpenChannel,
  leases: Lease[],
  {
    waiting,
    cancelled,
    complete,
  }: { waiting: WithdrawnDelivery[]; cancelled: WithdrawnDelivery[]; complete?: string },
  now: Date,
): Promise<void> {
  const schema = sql.identifier(channel.channel.service)
  const logged = waiting.filter((row) => row.is_logged)
  const giveUpNow = (ended: string[]): Promise<void> =>
    channel.db.transaction(async (tx) => {
      if (logged.length > 0) {
        await tx.execute(sql`
          delete from ${schema}.delivery_attempts where ${isOneOf(logged, 'delivery_id', 'number')}
        `)
      }
      // Read without a lock: a delivery that was redelivered meanwhile has a later round, and is left to the job of that
      // round.
      if (waiting.length > 0) {
        await tx.execute(sql`
          update ${schema}.deliveries set is_parked = true
          where ${isOneOf(waiting, 'id', 'round')} and ended_at is null
        `)
      }
      if (cancelled.length > 0) {
        await tx.execute(sql`
          update ${schema}.deliveries set status = 'cancelled', ended_at = ${now}, next_attempt_at = null
          where ${isOneOf(cancelled, 'id', 'round')} and ended_at is null
        `)
      }
      if (ended.length > 0)
        await tx.execute(
          sql`delete from ${schema}.delivery_leases where id = any(${sql.param(ended)}::uuid[])`,
        )
      else if (complete)
        await tx.execute(
          sql`update ${schema}.delivery_leases set is_rest_given_up = true where id = ${complete}`,
        )
    })
  await endLeases(channel, leases, giveUpNow)
}

// By an array of ids and a hash table, so that Postgres finds the rows by their ids: a table that was small when it was last analyzed
// would be joined by comparing each of its rows with each of these.
function isOneOf(rows: WithdrawnDelivery[], id: 'id' | 'delivery_id', column: 'round' | 'number') {
  const ids = sql.param(rows.map((row) => row.id))
  const values = sql.param(rows.map((row) => row[column]))
  const names = [sql.identifier(id), sql.identifier(column)]
  return sql`${names[0]} = any(${ids}::uuid[])
    and ((${names[0]}, ${names[1]}) in (select * from unnest(${ids}::uuid[], ${values}::integer[]))) is true`
}
