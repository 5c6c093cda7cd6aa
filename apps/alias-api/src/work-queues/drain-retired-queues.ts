import type { Boss } from '@waypost/postgres'
import type { Queue } from 'pg-boss'
import { workQueue, type WorkOptions } from '@waypost/work-queues'

/** The queue's name in the previous version, and the conversion of its jobs to the current form. */
export interface RetiredQueue<Retired extends object, Data extends object> {
  name: string
  read: (data: Retired) => Data
}

/** The previous version's queues under `name`: one of jobs, and one of lists of such jobs. */
export const retiredQueues = (queue: Queue, name: string): Queue[] => [
  { ...queue, name },
  { ...queue, name: listQueueName(name) },
]

const listQueueName = (name: string): string => `gathered-${name}`

// One worker per queue, since every worker polls its queue.
const pace = { atATime: 20 }
const listPace = { atATime: 3 }

/**
 * Does the jobs that processes of the previous version enqueue during an upgrade, as {@link workQueue} does those of
 * the queue itself; a list is retried as a whole. Retired queues are installed and drained for one version.
 */
export async function drainRetiredQueues<Retired extends object, Data extends object>(
  boss: Boss,
  { name, read }: RetiredQueue<Retired, Data>,
  { before }: Pick<WorkOptions, 'before'>,
  work: (data: Data) => Promise<void>,
  onError: (error: unknown, data: Data) => void,
): Promise<() => Promise<void>> {
  const workList = async (list: Retired[]): Promise<void> => {
    const ended = await Promise.allSettled(list.map((data) => work(read(data))))
    const failures = ended.flatMap((each, index) => {
      if (each.status === 'fulfilled') return []
      onError(each.reason, read(list[index]!))
      return [each.reason as unknown]
    })
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${list.length} failed`)
  }
  const stops = await Promise.all([
    workQueue<Retired>(
      boss,
      name,
      { ...pace, before },
      (data) => work(read(data)),
      (error, data) => onError(error, read(data)),
    ),
    workQueue<Retired[]>(boss, listQueueName(name), { ...listPace, before }, workList, () => {}),
  ])
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
