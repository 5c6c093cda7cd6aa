import { traceJob } from '@waypost/telemetry'
import type { Job, PgBoss } from 'pg-boss'

export interface WorkOptions {
  /** Concurrent jobs, approximately. */
  atATime: number
  /**
   * How many jobs to fetch and to finish together; by default 20. The next ones wait for the slowest, and all are
   * repeated if the process dies in the meantime, so use fewer for jobs that may be slow or should not be repeated.
   * At least 2: with 1 there is a pause after each job.
   */
  batchSize?: number
  /** Awaited before each job. */
  before?: (() => Promise<void>) | undefined
}

const usualBatchSize = 20
const pollingMs = 500
/** Where a queue announces its jobs, only what was not announced waits so long, such as a job's next attempt. */
export const announcedPollingMs = 2000
// Limits nothing, since no job has a group. With it pg-boss claims the jobs that it found by their ids, and so by the
// index. Without it, it uses a join, which reads the whole queue for each job if Postgres believes the queue to be
// empty.
const groupConcurrency = 1

/**
 * Does the jobs of a queue as they come: the next ones at once while there are more, otherwise after a notification
 * or a poll. A job that fails is retried as its queue says; the others of its batch are done all the same.
 *
 * @param work must be safe to repeat; is told how often it has been
 * @returns stops it, once the jobs in progress are done
 */
export async function workQueue<Data extends object>(
  boss: PgBoss,
  queue: string,
  { atATime, batchSize = usualBatchSize, before }: WorkOptions,
  work: (data: Data, retries: number) => Promise<void>,
  onError: (error: unknown, data: Data) => void,
): Promise<() => Promise<void>> {
  const attempt = ({ data, retryCount }: Job<Data>): Promise<boolean> =>
    traceJob(queue, data, async (span) => {
      try {
        await before?.()
        await work(data, retryCount)
        return true
      } catch (error) {
        onError(error, data)
        span?.fail(error instanceof Error ? error.name : 'unknown')
        return false
      }
    })
  await boss.work<Data>(
    queue,
    {
      localConcurrency: Math.ceil(atATime / batchSize),
      batchSize,
      burstWhenBatchFull: true,
      groupConcurrency,
      pollingIntervalSeconds: pollingMs / 1000,
      notifyPollingIntervalSeconds: announcedPollingMs / 1000,
    },
    async (jobs) => {
      const succeeded = await Promise.all(jobs.map(attempt))
      const failed = jobs.filter((_job, index) => !succeeded[index])
      // pg-boss completes the remaining jobs by their ids. If it got an outcome for each job, it would join them with
      // the whole queue.
      if (failed.length > 0) await boss.fail(queue, failed)
    },
  )
  return () => boss.offWork(queue, { wait: true })
}
