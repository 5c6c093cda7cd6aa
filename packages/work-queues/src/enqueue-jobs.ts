import { afterCommit, earliestFirst, inTransaction, type Boss, type Db } from '@waypost/postgres'
import type { Queue } from 'pg-boss'

export interface NewJob<Data extends object> {
  /** Whose share of the queue it takes. */
  ownerId: string
  data: Data
  /** Absent: it is due now. Later jobs wait in {@link laterQueue}. */
  startAfter?: Date | undefined
}

/** What a job says, and whose it is. */
export type Owned<Data> = Data & { ownerId: string }

/**
 * The queue where jobs of another one wait until they are due: there they neither take their owner's place in it nor are
 * in the way of a claim. Whoever works the queue runs `promoteDueJobs`.
 */
export const laterQueue = (queue: Queue): Queue => ({ ...queue, name: laterName(queue.name), notify: false })

export const laterName = (queue: string): string => `${queue}-later`

/**
 * Adds jobs to a queue; they are there if and only if `tx` commits. They take turns by owner with the jobs that wait
 * already: an owner's first starts before any other owner's second (`enqueue_fairly` in packages/postgres).
 */
export async function enqueueJobs<Data extends object>(
  tx: Db,
  boss: Boss,
  queue: string,
  jobs: NewJob<Data>[],
): Promise<void> {
  const { db } = inTransaction(tx, { isPrepared: true })
  const due = jobs.flatMap(({ ownerId, data, startAfter }) => (startAfter ? [] : [{ ...data, ownerId }]))
  if (due.length > 0)
    await db.executeSql(`select ${boss.schema}.enqueue_fairly($1, $2::jsonb)`, [queue, JSON.stringify(due)])
  const later = jobs.flatMap(({ ownerId, data, startAfter }) =>
    // In the order of their times, so that a claim finds those that are due at the head.
    startAfter ? [{ data: { ...data, ownerId }, startAfter, priority: earliestFirst(startAfter) }] : [],
  )
  if (later.length === 0) return
  await boss.insert(laterName(queue), later, { db, returnId: false })
  const firstAt = Math.min(...later.map(({ startAfter }) => startAfter.getTime()))
  afterCommit(tx, () => boss.expectJobs(firstAt - boss.clock.now()))
}
