import type { Logger } from '@waypost/http'
import pLimit from 'p-limit'
import { workQueue, type WorkOptions } from '@waypost/work-queues'
import type { MailServices } from '../services.ts'
import type { SharePlaces } from '../mail/share-places.ts'
import { drainRetiredQueues } from '../work-queues/drain-retired-queues.ts'
import {
  inboundQueue,
  largeInboundQueue,
  retiredInboundQueue,
  retiredLargeInboundQueue,
  type InboundJob,
} from './inbound-queue.ts'
import type { JudgeSpam } from '../spam/create-spam-filter.ts'
import { createMessageLister, type MessageReader } from './list-message.ts'

// Most of them wait for DNS, or for a parser process.
const atATime = 80
const largeFetchedAtATime = 2

/**
 * Lists messages as they arrive. Large messages are listed one at a time, since each takes a parser process for
 * seconds.
 *
 * @returns stops it, once the messages in progress are finished
 */
export async function startInboundWorker(
  services: MailServices,
  logger: Logger,
  reader: MessageReader,
  {
    before,
    judgeSpam,
    share,
  }: Pick<WorkOptions, 'before'> & { judgeSpam?: JudgeSpam; share?: SharePlaces | undefined } = {},
): Promise<() => Promise<void>> {
  const listMessage = createMessageLister(services, reader, judgeSpam)
  const readingLarge = pLimit(1)
  const onUnreadable = (messageId: string) => (error: unknown) =>
    logger.warn({ messageId, err: error }, 'could not parse a message')
  const list = ({ messageId, ownerId }: InboundJob): Promise<void> =>
    listMessage(messageId, onUnreadable(messageId), ownerId)
  const onError = (error: unknown, job: InboundJob) =>
    logger.error({ ...job, err: error }, 'could not list a message')
  const inTurn = share?.(inboundQueue.name, atATime)
  const inTurnOfLarge = share?.(largeInboundQueue.name, 1)
  const stops = await Promise.all([
    workQueue<InboundJob>(services.work, inboundQueue.name, { atATime, before, inTurn }, list, onError),
    ...[largeInboundQueue, retiredLargeInboundQueue].map(({ name }) =>
      workQueue<InboundJob>(
        services.work,
        name,
        { atATime: largeFetchedAtATime, before, inTurn: inTurnOfLarge },
        (job) => readingLarge(() => list(job)),
        onError,
      ),
    ),
    drainRetiredQueues(services.work, retiredInboundQueue, { before }, list, onError),
  ])
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
