import type { Logger } from '@waypost/http'
import type { Forwarded } from '../forwarding/forward-email.ts'
import type { ForwardAtOnce } from '../forwarding/plan-forwards.ts'
import type { MailServices } from '../services.ts'
import { workQueue, type WorkOptions } from '../work-queue.ts'
import { createRoom, type SharedRoom } from './create-room.ts'
import { arrivalQueue, gatheredArrivalQueue, largeArrivalQueue, type ArrivalJob } from './arrival-queue.ts'
import { createMessageLister, type MessageReader } from './list-message.ts'

// Most of them wait for DNS, or for one of the processes that read.
const atATime = 80
// Few, since other processes are to have some as well.
const gathered = { atATime: 20, batchSize: 5 }
const large = { atATime: 2, batchSize: 2 }

export interface ArrivalOptions extends Pick<WorkOptions, 'before'> {
  /** Absent: what rules want forwarded is left to jobs. */
  forwarding?: ForwardAtOnce & { onOutcome?: (outcome: Forwarded) => void }
}

/**
 * Lists messages as they arrive, and of the large ones, each of which takes a process that reads for seconds, one at a
 * time.
 *
 * @returns ends it, when what is under way is done
 */
export async function workArrivals(
  services: MailServices,
  reader: MessageReader,
  logger: Logger,
  { before, forwarding }: ArrivalOptions = {},
): Promise<() => Promise<void>> {
  const listMessage = createMessageLister(
    {
      ...services,
      ...(forwarding && {
        forwarding: {
          ...forwarding,
          onOutcome(emailId: string, outcome: Forwarded) {
            logger.info({ emailId, outcome }, 'forward')
            forwarding.onOutcome?.(outcome)
          },
        },
      }),
    },
    reader,
  )
  // Of however many jobs they are.
  const reading = createRoom(atATime)
  const readingLarge = createRoom(1)
  const onUnreadable = (messageId: string) => (error: unknown) =>
    logger.warn({ messageId, err: error }, 'a message could not be read')
  const list = ({ messageId }: ArrivalJob): Promise<void> => listMessage(messageId, onUnreadable(messageId))
  const onError = (error: unknown, job: ArrivalJob) =>
    logger.error({ ...job, err: error }, 'could not list a message')
  const listWithin = (room: SharedRoom, job: ArrivalJob): Promise<void> =>
    room.within(1, async () => {
      await before?.()
      await list(job)
    })
  const work = (queue: string, pace: WorkOptions, room: SharedRoom) =>
    workQueue<ArrivalJob>(services.work, queue, pace, (job) => listWithin(room, job), onError)
  const stops = await Promise.all([
    work(arrivalQueue.name, { atATime }, reading),
    work(gatheredArrivalQueue.name, gathered, reading),
    work(largeArrivalQueue.name, large, readingLarge),
  ])
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
