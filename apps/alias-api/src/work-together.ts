import type { PgBoss } from 'pg-boss'
import pLimit from 'p-limit'
import { gatheredName } from './gathered-queue.ts'
import { usualBatchSize, workQueue, type WorkOptions } from './work-queue.ts'

// Few, as each is many: what a process has claimed when it dies waits until its heartbeat is missed.
const gatheredBatchSize = 3

/** As {@link workQueue}, of a queue and of the one beside it: `atATime` in all, however they were left. */
export async function workTogether<Data extends object>(
  boss: PgBoss,
  queue: string,
  { atATime, batchSize = usualBatchSize, before }: WorkOptions,
  work: (data: Data) => Promise<void>,
  onError: (error: unknown, data: Data) => void,
): Promise<() => Promise<void>> {
  const room = pLimit(atATime)
  const workWithin = (data: Data): Promise<void> =>
    room(async () => {
      await before?.()
      await work(data)
    })
  const gathered = {
    atATime: Math.ceil(atATime / batchSize) * gatheredBatchSize,
    batchSize: gatheredBatchSize,
  }
  const stops = await Promise.all([
    workQueue(boss, queue, { atATime, batchSize }, workWithin, onError),
    workQueue(boss, gatheredName(queue), gathered, workWithin, onError),
  ])
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
