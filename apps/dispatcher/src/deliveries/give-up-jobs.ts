import { sql } from 'drizzle-orm'
import { inTransaction } from '@waypost/postgres'
import type { OpenChannel } from '../services.ts'
import type { ClaimedDelivery, Unmade } from './claimed-jobs.ts'

/**
 * Ends jobs that lead to no attempt now, and takes their attempts out of the log. Deliveries that are parked, and those
 * that cannot be signed, wait without a job.
 */
export async function giveUpJobs(
  { channel, db, boss }: OpenChannel,
  { parked, unopened, cancelled, stale }: Unmade,
  now: Date,
): Promise<void> {
  const schema = sql.identifier(channel.service)
  const waiting = [...parked, ...unopened]
  const logged = waiting.filter((row) => row.is_logged)
  await db.transaction(async (tx) => {
    if (logged.length > 0) {
      await tx.execute(sql`
        delete from ${schema}.delivery_attempts attempt using ${idsAnd(logged, 'number')}
        where attempt.delivery_id = row.id and attempt.number = row.number
      `)
    }
    // Read without a lock: a delivery that was redelivered meanwhile has a later round, and is left to the job of that
    // round.
    if (waiting.length > 0) {
      await tx.execute(sql`
        update ${schema}.deliveries delivery set is_parked = true from ${idsAnd(waiting, 'round')}
        where delivery.id = row.id and delivery.round = row.round and delivery.ended_at is null
      `)
    }
    if (cancelled.length > 0) {
      await tx.execute(sql`
        update ${schema}.deliveries delivery set status = 'cancelled', ended_at = ${now}, next_attempt_at = null
        from ${idsAnd(cancelled, 'round')}
        where delivery.id = row.id and delivery.round = row.round and delivery.ended_at is null
      `)
    }
    for (const [queue, rows] of Map.groupBy([...waiting, ...cancelled, ...stale], (row) => row.queue)) {
      const jobs = rows.map(({ job_id, retry_count }) => ({ id: job_id, retryCount: retry_count }))
      await boss.deleteJob(queue, jobs, inTransaction(tx))
    }
  })
}

function idsAnd(rows: ClaimedDelivery[], column: 'round' | 'number') {
  const ids = sql.param(rows.map((row) => row.id))
  const values = sql.param(rows.map((row) => row[column]))
  return sql`unnest(${ids}::uuid[], ${values}::integer[]) as row (id, ${sql.identifier(column)})`
}
