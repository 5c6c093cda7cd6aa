import type { Logger } from '@waypost/http'
import type { MailServices } from '../services.ts'
import { workQueue } from '../work-queue.ts'
import { arrivalQueue, type ArrivalJob } from './arrival-queue.ts'
import { listMessage } from './list-message.ts'
import { createMessageParser } from './message-parser.ts'

const atATime = 4
const usualTimeoutMs = 5000

/**
 * Lists messages as they arrive.
 *
 * @param options `timeoutMs`: for reading one
 * @returns ends it, when what is under way is done
 */
export async function workArrivals(
  services: MailServices,
  logger: Logger,
  { timeoutMs = usualTimeoutMs }: { timeoutMs?: number } = {},
): Promise<() => Promise<void>> {
  const parser = createMessageParser({ processes: 2, timeoutMs, memoryMiB: 256 })
  const list = ({ messageId }: ArrivalJob) =>
    listMessage(services, parser, messageId, (error) => {
      logger.warn({ messageId, err: error }, 'a message could not be parsed')
    })
  const stop = await workQueue<ArrivalJob>(services.work, arrivalQueue.name, atATime, list, (error, job) => {
    logger.error({ ...job, err: error }, 'could not list a message')
  })
  return async () => {
    await stop()
    await parser.close()
  }
}
