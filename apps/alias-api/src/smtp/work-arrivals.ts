import { eq } from 'drizzle-orm'
import type { Logger } from '@waypost/http'
import { messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import { workQueue } from '../work-queue.ts'
import { createRoom } from './create-room.ts'
import { arrivalQueue, type ArrivalJob } from './arrival-queue.ts'
import { listMessage, type MessageReader } from './list-message.ts'

// Most of them wait for DNS, or for one of the processes that read.
const atATime = 40
const writtenAtATime = 6
const roomBytes = 100 * 1024 * 1024

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
  const room = createRoom(roomBytes)
  const writing = createRoom(writtenAtATime)
  const onUnreadable = (messageId: string) => (error: unknown) =>
    logger.warn({ messageId, err: error }, 'a message could not be read')
  const list = async ({ messageId }: ArrivalJob): Promise<void> => {
    const [message] = await services.db
      .select({ size: messages.size })
      .from(messages)
      .where(eq(messages.id, messageId))
    if (!message) return
    await room.within(message.size, () =>
      listMessage(services, reader, messageId, onUnreadable(messageId), writing),
    )
  }
  return workQueue<ArrivalJob>(services.work, arrivalQueue.name, { atATime }, list, (error, job) => {
    logger.error({ ...job, err: error }, 'could not list a message')
  })
}
