import type { Logger } from '@waypost/http'
import type { MailServices } from '../services.ts'
import { workQueue } from '../work-queue.ts'
import { arrivalQueue, type ArrivalJob } from './arrival-queue.ts'
import { listMessage, type MessageReader } from './list-message.ts'

const atATime = 4

/**
 * Lists messages as they arrive.
 *
 * @returns ends it, when what is under way is done
 */
export async function workArrivals(
  services: MailServices,
  reader: MessageReader,
  logger: Logger,
): Promise<() => Promise<void>> {
  const list = ({ messageId }: ArrivalJob) =>
    listMessage(services, reader, messageId, (error) => {
      logger.warn({ messageId, err: error }, 'a message could not be read')
    })
  return workQueue<ArrivalJob>(services.work, arrivalQueue.name, atATime, list, (error, job) => {
    logger.error({ ...job, err: error }, 'could not list a message')
  })
}
