import type { PgBoss, Queue } from 'pg-boss'
import { workQueue, type WorkOptions } from '@waypost/work-queues'

/**
 * The queue that the version before keeps beside another one: each of its jobs is a list of that one's. Processes of both
 * versions run during an upgrade, so it is installed and drained in this release, and goes with the next.
 */
export const listQueueOf = (queue: Queue): Queue => ({ ...queue, name: `gathered-${queue.name}` })

// Few, as each is many.
const pace = { atATime: 3, batchSize: 3 }

/** Does the jobs of the lists as {@link workQueue} does those of the queue itself; a list is tried again as a whole. */
export function drainListQueue<Data extends object>(
  boss: PgBoss,
  queue: Queue,
  { before }: Pick<WorkOptions, 'before'>,
  work: (data: Data) => Promise<void>,
  onError: (error: unknown, data: Data) => void,
): Promise<() => Promise<void>> {
  const workList = async (list: Data[]): Promise<void> => {
    const ended = await Promise.allSettled(list.map(work))
    const failures = ended.flatMap((each, index) => {
      if (each.status === 'fulfilled') return []
      onError(each.reason, list[index]!)
      return [each.reason as unknown]
    })
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${list.length} failed`)
  }
  return workQueue<Data[]>(boss, listQueueOf(queue).name, { ...pace, before }, workList, () => {})
}
