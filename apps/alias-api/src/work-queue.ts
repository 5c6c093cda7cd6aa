import type { JobResult, PgBoss } from 'pg-boss'

const batchSize = 10
const pollingSeconds = 0.5

/**
 * Does the jobs of a queue as they come: the next ones at once while there are more, and otherwise when it is told of
 * one, or looks. A job that fails is tried again as its queue says, and the others of its batch are done all the same.
 *
 * @param atATime how many jobs
 * @param work must be able to be done twice
 * @returns ends it, when what is under way is done
 */
export async function workQueue<Data extends object>(
  boss: PgBoss,
  queue: string,
  atATime: number,
  work: (data: Data) => Promise<void>,
  onError: (error: unknown, data: Data) => void,
): Promise<() => Promise<void>> {
  await boss.work<Data>(
    queue,
    {
      localConcurrency: atATime,
      batchSize,
      burstWhenBatchFull: true,
      perJobResults: true,
      pollingIntervalSeconds: pollingSeconds,
      notifyPollingIntervalSeconds: pollingSeconds,
    },
    async (jobs) => {
      const results: JobResult[] = []
      for (const { id, data } of jobs) {
        try {
          await work(data)
          results.push({ id, status: 'completed' })
        } catch (error) {
          onError(error, data)
          results.push({ id, status: 'failed' })
        }
      }
      return results
    },
  )
  return () => boss.offWork(queue, { wait: true })
}
