import type { Logger } from '@waypost/http'
import type { DnsOptions, MailServices } from '../services.ts'
import { workQueue } from '../work-queue.ts'
import { forwardEmail } from './forward-email.ts'
import { forwardQueue, type ForwardJob } from './forward-queue.ts'

const atATime = 4

/**
 * Forwards what rules want.
 *
 * @returns ends it, when what is under way is done
 */
export async function workForwards(
  services: MailServices & { dns: DnsOptions },
  logger: Logger,
): Promise<() => Promise<void>> {
  const forward = async ({ emailId }: ForwardJob): Promise<void> => {
    logger.info({ emailId, outcome: await forwardEmail(services, emailId) }, 'forward')
  }
  return workQueue<ForwardJob>(services.work, forwardQueue.name, atATime, forward, (error, job) => {
    logger.warn({ ...job, err: error }, 'could not forward mail yet')
  })
}
