import type { Logger } from '@waypost/http'
import type { DnsOptions, MailServices } from '../services.ts'
import { forwardEmail } from './forward-email.ts'
import { forwardQueue, type ForwardJob } from './forward-queue.ts'

const atATime = 2

/**
 * Forwards what rules want.
 *
 * @returns ends it, when what is under way is done
 */
export async function workForwards(
  services: MailServices & { dns: DnsOptions },
  logger: Logger,
): Promise<() => Promise<void>> {
  await services.work.work<ForwardJob>(
    forwardQueue.name,
    { localConcurrency: atATime, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 },
    async ([job]) => {
      const { emailId } = job!.data
      logger.info({ emailId, outcome: await forwardEmail(services, emailId) }, 'forward')
    },
  )
  return () => services.work.offWork(forwardQueue.name, { wait: true })
}
