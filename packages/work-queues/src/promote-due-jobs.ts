import { poll } from '@waypost/concurrency'
import { inTransaction, type Boss, type Db } from '@waypost/postgres'
import { enqueueJobs, laterName, type Owned } from './enqueue-jobs.ts'

const atATime = 200
// `onDue` tells sooner.
const everyMs = 60_000

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

/**
 * Promotes what is due, as it becomes due.
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
    let count = atATime
    while (count === atATime && !stopping.aborted) {
      count = await db.transaction((tx) => promoteDueJobs(tx, work, queue))
      if (count === 0) break
      onPromoted()
      // Those that were due hid when the next one is.
      work.expectJobs(0)
    }
  }
  const promoting = poll(promoteAll, everyMs, onError)
  const unsubscribe = work.onDue(laterName(queue), promoting.wake, { isByTime: true })
  return async () => {
    unsubscribe()
    await promoting.stop()
  }
}
