import { sql } from 'drizzle-orm'
import { poll } from '@waypost/concurrency'
import { inTransaction, type Boss, type Db } from '@waypost/postgres'
import { enqueueJobs, laterName, type Owned } from './enqueue-jobs.ts'

const atATime = 200
const pauseMs = 500

/**
 * Gives jobs of {@link laterQueue} whose time has come their turn in the queue itself, each once.
 *
 * @param tx in which they go from one queue to the other
 * @returns how many
 */
export async function promoteDueJobs(tx: Db, boss: Boss, queue: string): Promise<number> {
  const later = laterName(queue)
  const jobs = await boss.fetch<Owned<object>>(later, { ...inTransaction(tx), batchSize: atATime })
  if (jobs.length === 0) return 0
  await enqueueJobs(
    tx,
    boss,
    queue,
    jobs.map(({ data }) => ({ ownerId: data.ownerId, data })),
  )
  const ids = jobs.map(({ id }) => id)
  await boss.deleteJob(later, ids, inTransaction(tx))
  return jobs.length
}

/** One statement, where a transaction without a job would be three. */
async function hasDueJobs(db: Db, { schema }: Boss, queue: string): Promise<boolean> {
  const jobs = sql`${sql.identifier(schema)}.job`
  const now = sql`${sql.identifier(schema)}.job_now()`
  const { rowCount } = await db.execute(sql`
    select from ${jobs} where name = ${laterName(queue)} and state < 'active' and not blocked and start_after <= ${now}
    limit 1
  `)
  return rowCount !== 0
}

/**
 * Promotes what is due, twice a second.
 *
 * @param onPromoted is told of jobs in the queue of which pg-boss may have told nobody
 * @returns stops it
 */
export function startPromoting(
  { db, work }: { db: Db; work: Boss },
  queue: string,
  onError: (error: unknown) => void,
  onPromoted: () => void = () => {},
): () => Promise<void> {
  const promoteAll = async (stopping: AbortSignal): Promise<void> => {
    let count = (await hasDueJobs(db, work, queue)) ? atATime : 0
    while (count === atATime && !stopping.aborted) {
      count = await db.transaction((tx) => promoteDueJobs(tx, work, queue))
      if (count > 0) onPromoted()
    }
  }
  return poll(promoteAll, pauseMs, onError)
}
