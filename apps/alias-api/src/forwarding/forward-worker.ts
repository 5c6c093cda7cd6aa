import type { Logger } from '@waypost/http'
import { workQueue, type WorkOptions } from '@waypost/work-queues'
import { createForwarder, type ForwardAttempt, type ForwardServices } from './forward-email.ts'
import { forwardQueue, rewrittenForwardQueue, type ForwardJob } from './forward-queue.ts'
import type { SharePlaces } from '../mail/share-places.ts'
import type { Forwarded } from './record-forwards.ts'

// Many at a time, since some wait for DNS.
const atATime = 80
/** As many as there are processes that rewrite, so that the others wait in the queue, where accounts take turns. */
export const rewrittenAtATime = 2
/** In about ten minutes. A message that is itself the reason keeps a process busy for 20 s each time. */
const mostRewritings = 6

/**
 * Forwards emails that rules match. Those that are rewritten first are forwarded a few at a time.
 *
 * @returns stops it, once the emails in progress are finished
 */
export async function startForwardWorker(
  services: ForwardServices,
  logger: Logger,
  {
    before,
    onOutcome,
    share,
  }: Pick<WorkOptions, 'before'> & {
    onOutcome?: (outcome: Forwarded) => void
    share?: SharePlaces | undefined
  } = {},
): Promise<() => Promise<void>> {
  const forwardEmail = createForwarder(services)
  const forward =
    ({ rewrites }: Pick<ForwardAttempt, 'rewrites'>) =>
    async ({ emailId, forwardingAddressId, number }: ForwardJob, retries: number): Promise<void> => {
      const isLast = retries + 1 >= mostRewritings
      const outcome = await forwardEmail(emailId, { rewrites, isLast, forwardingAddressId, number })
      logger.info({ emailId, outcome }, 'forward')
      if (outcome !== 'requeued') onOutcome?.(outcome)
    }
  const onError = (error: unknown, job: ForwardJob) =>
    logger.warn({ ...job, err: error }, 'could not forward mail yet')
  const { work } = services
  const stops = await Promise.all([
    workQueue<ForwardJob>(
      work,
      forwardQueue.name,
      { atATime, before, inTurn: share?.(forwardQueue.name, atATime) },
      forward({ rewrites: false }),
      onError,
    ),
    workQueue<ForwardJob>(
      work,
      rewrittenForwardQueue.name,
      {
        atATime: rewrittenAtATime,
        before,
        inTurn: share?.(rewrittenForwardQueue.name, rewrittenAtATime),
      },
      forward({ rewrites: true }),
      onError,
    ),
  ])
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
