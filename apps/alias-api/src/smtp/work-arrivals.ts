import type { Logger } from '@waypost/http'
import type { MailServices } from '../services.ts'
import { arrivalQueue, type ArrivalJob } from './arrival-queue.ts'
import { listMessage } from './list-message.ts'
import { createMessageParser } from './message-parser.ts'

const atATime = 2

/**
 * Lists messages as they arrive.
 *
 * @returns ends it, when what is under way is done
 */
export async function workArrivals(services: MailServices, logger: Logger): Promise<() => Promise<void>> {
  const parser = createMessageParser({ processes: atATime, timeoutMs: 20_000, memoryMiB: 512 })
  await services.work.work<ArrivalJob>(
    arrivalQueue.name,
    { localConcurrency: atATime, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 },
    async ([job]) => {
      const { messageId } = job!.data
      await listMessage(services, parser, messageId, (error) => {
        logger.warn({ messageId, err: error }, 'a message could not be parsed')
      })
    },
  )
  return async () => {
    await services.work.offWork(arrivalQueue.name, { wait: true })
    await parser.close()
  }
}
