import { traceJob } from '@waypost/telemetry'
import type { Job, PgBoss } from 'pg-boss'

export interface WorkOptions {
  /** Jobs, roughly. */
  atATime: number
  /**
   * How many to fetch and to finish together; by default 20. The next ones wait for the slowest of them, and all are done
   * again if the process dies meanwhile: fewer of what may take long, or should not be done twice. At least 2: with 1
   * there is a pause after each job.
   */
  batchSize?: number
  /** Awaited before each job; absent: nothing is. */
  before?: (() => Promise<void>) | undefined
}

const usualBatchSize = 20
export const pollingMs = 500
// Limits nothing, since no job has a group. With it pg-boss takes the jobs that it found by their ids, and so by the
// index; without it, by a join, which reads the whole queue for each of them where Postgres believes it to be empty.
const groupConcurrency = 1

/**
 * Does the jobs of a queue as they come: the next ones at once while there are more, and otherwise when it is told of
 * one, or looks. A job that fails is tried again as its queue says, and the others of its batch are done all the same.
 *
 * @param work must be able to be done twice
 * @returns ends it, when what is under way is done
 */
export async function workQueue<Data extends object>(
  boss: PgBoss,
  queue: string,
  { atATime, batchSize = usualBatchSize, before }: WorkOptions,
  work: (data: Data) => Promise<void>,
  onError: (error: unknown, data: Data) => void,
): Promise<() => Promise<void>> {
  const attempt = ({ data }: Job<Data>): Promise<boolean> =>
    traceJob(queue, data, async (span) => {
      try {
        await before?.()
        await work(data)
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
      notifyPollingIntervalSeconds: pollingMs / 1000,
    },
    async (jobs) => {
      const succeeded = await Promise.all(jobs.map(attempt))
      const failed = jobs.filter((_job, index) => !succeeded[index])
      // pg-boss completes those that are under way still, by their ids. Told of each what came of it, it joins them with
      // the whole queue.
      if (failed.length > 0) await boss.fail(queue, failed)
    },
  )
  return () => boss.offWork(queue, { wait: true })
}
