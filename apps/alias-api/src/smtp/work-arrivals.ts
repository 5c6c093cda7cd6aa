import type { Logger } from '@waypost/http'
import pLimit from 'p-limit'
import type { MailServices } from '../services.ts'
import { drainListQueue } from '../drain-list-queue.ts'
import { workQueue, type WorkOptions } from '../work-queue.ts'
import { arrivalQueue, largeArrivalQueue, type ArrivalJob } from './arrival-queue.ts'
import { createMessageLister, type MessageReader } from './list-message.ts'

// Most of them wait for DNS, or for one of the processes that read.
const atATime = 80
const largeFetchedAtATime = 2

/**
 * Lists messages as they arrive, and of the large ones, each of which takes a process that reads for seconds, one at a
 * time.
 *
 * @returns ends it, when what is under way is done
 */
export async function workArrivals(
  services: MailServices,
  logger: Logger,
  reader: MessageReader,
  { before }: Pick<WorkOptions, 'before'> = {},
): Promise<() => Promise<void>> {
  const listMessage = createMessageLister(services, reader)
  const readingLarge = pLimit(1)
  const onUnreadable = (messageId: string) => (error: unknown) =>
    logger.warn({ messageId, err: error }, 'a message could not be read')
  const list = ({ messageId }: ArrivalJob): Promise<void> => listMessage(messageId, onUnreadable(messageId))
  const onError = (error: unknown, job: ArrivalJob) =>
    logger.error({ ...job, err: error }, 'could not list a message')
  const stops = await Promise.all([
    workQueue<ArrivalJob>(services.work, arrivalQueue.name, { atATime, before }, list, onError),
    workQueue<ArrivalJob>(
      services.work,
      largeArrivalQueue.name,
      { atATime: largeFetchedAtATime, batchSize: largeFetchedAtATime, before },
      (job) => readingLarge(() => list(job)),
      onError,
    ),
    drainListQueue<ArrivalJob>(services.work, arrivalQueue, { before }, list, onError),
  ])
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
