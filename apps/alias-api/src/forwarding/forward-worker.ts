import type { Logger } from '@waypost/http'
import { workQueue, type WorkOptions } from '@waypost/work-queues'
import { createForwarder, type Forwarded, type ForwardServices } from './forward-email.ts'
import { forwardQueue, type ForwardJob } from './forward-queue.ts'

// Many at a time, since some wait for DNS.
const atATime = 80

/**
 * Forwards emails that rules match.
 *
 * @returns stops it, once the emails in progress are finished
 */
export async function startForwardWorker(
  services: ForwardServices,
  logger: Logger,
  { before, onOutcome }: Pick<WorkOptions, 'before'> & { onOutcome?: (outcome: Forwarded) => void } = {},
): Promise<() => Promise<void>> {
  const forwardEmail = createForwarder(services)
  const forward = async ({ emailId }: ForwardJob): Promise<void> => {
    const outcome = await forwardEmail(emailId)
    logger.info({ emailId, outcome }, 'forward')
    onOutcome?.(outcome)
  }
  return workQueue<ForwardJob>(
    services.work,
    forwardQueue.name,
    { atATime, before },
    forward,
    (error, job) => {
      logger.warn({ ...job, err: error }, 'could not forward mail yet')
    },
  )
}
