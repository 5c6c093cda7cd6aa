import { sql } from 'drizzle-orm'
import { inTransaction } from '@waypost/postgres'
import type { OpenChannel } from '../services.ts'
import type { ClaimedJob, WithdrawnDelivery } from './claimed-jobs.ts'

/**
 * Ends jobs that lead to no attempt now, and takes their attempts out of the log. Deliveries that are parked, and those
 * that cannot be signed or sent, wait without a job.
 */
export async function giveUpJobs(
  { channel, db, boss }: OpenChannel,
  {
    parked = [],
    unopened = [],
    cancelled = [],
    stale = [],
    unsent = [],
  }: {
    parked?: WithdrawnDelivery[]
    unopened?: WithdrawnDelivery[]
    cancelled?: WithdrawnDelivery[]
    stale?: ClaimedJob[]
    /** Deliveries whose requests a fault of ours kept from being sent. */
    unsent?: WithdrawnDelivery[]
  },
  now: Date,
): Promise<void> {
  const schema = sql.identifier(channel.service)
  const waiting = [...parked, ...unopened, ...unsent]
  const logged = waiting.filter((row) => row.is_logged)
  await db.transaction(async (tx) => {
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
    for (const [queue, rows] of Map.groupBy([...waiting, ...cancelled, ...stale], (row) => row.queue)) {
      const jobs = rows.map(({ job_id, retry_count }) => ({ id: job_id, retryCount: retry_count }))
      await boss.deleteJob(queue, jobs, inTransaction(tx))
    }
  })
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
