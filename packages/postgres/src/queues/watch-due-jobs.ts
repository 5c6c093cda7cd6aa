import { poll, type Poll } from '@waypost/concurrency'
import type { PgBoss } from 'pg-boss'

/** Job queues of a schema that somebody works. */
export interface WatchedQueue {
  name: string
  /** Whether its jobs are ordered by their times, the earliest first: those that are due are at its head. */
  isByTime: boolean
}

interface NextJob {
  queue: string
  due_in_ms: number
}

// What is due may have to wait for a free place.
const againMs = 1000

/**
 * Finds the jobs of which nobody was notified: those that became due only now, such as another attempt, and those whose
 * notification was missed. One statement looks at all queues, when the next job is due as far as it is known.
 *
 * @param onDue called with the name of a queue that has due jobs
 */
export function watchDueJobs(
  boss: PgBoss & { readonly schema: string },
  queues: () => WatchedQueue[],
  onDue: (queue: string) => void,
  { mostMs, onError }: { mostMs: number; onError: (error: Error) => void },
): Poll {
  const jobs = `${boss.schema}.job`
  const now = `${boss.schema}.job_now()`
  const waits = `name = watched.queue and state < 'active' and not blocked`
  // The earliest of a queue that is not ordered by time is looked for only where none is due: all of it is read then, which
  // are a few attempts that wait.
  const findNext = `
    select queue, (extract(epoch from start_after - ${now}) * 1000)::float8 as due_in_ms
    from unnest($1::text[], $2::boolean[]) as watched (queue, is_by_time), lateral (
      select case
        when is_by_time then (
          select start_after from ${jobs} where ${waits} order by priority desc, start_after limit 1
        )
        when exists (select from ${jobs} where ${waits} and start_after <= ${now}) then ${now}
        else (select min(start_after) from ${jobs} where ${waits})
      end as start_after
    ) next
    where start_after is not null`

  const look = async (): Promise<{ dueInMs: number }> => {
    const watched = queues()
    const values = [watched.map(({ name }) => name), watched.map(({ isByTime }) => isByTime)]
    const { rows }: { rows: NextJob[] } = await boss.getDb().executeSql(findNext, values)
    for (const { queue, due_in_ms: dueInMs } of rows) if (dueInMs <= 0) onDue(queue)
    return { dueInMs: Math.min(...rows.map(({ due_in_ms: dueInMs }) => (dueInMs > 0 ? dueInMs : againMs))) }
  }
  return poll(look, mostMs, (error) => onError(error as Error))
}
