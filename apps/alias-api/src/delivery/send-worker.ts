import type { Logger } from '@waypost/http'
import { currentSpan } from '@waypost/telemetry'
import { startPromoting, workQueue, type WorkOptions } from '@waypost/work-queues'
import type { MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import { drainRetiredQueues } from '../work-queues/drain-retired-queues.ts'
import type { Outcome } from './describe-refusal.ts'
import { outboundQueue, retiredOutboundQueue, type OutboundJob } from '../outbound/outbound-queue.ts'
import type { OpenTransport } from './open-transport.ts'
import { createSender } from './send-outbound.ts'

/**
 * Sends queued messages.
 *
 * @returns stops it, once the messages in progress are finished
 */
export async function startSendWorker(
  services: MailServices & { signer: Signer },
  logger: Logger,
  { transport, pace }: OpenTransport,
  {
    before,
    onOutcome,
  }: Pick<WorkOptions, 'before'> & { onOutcome?: (status: Outcome['status']) => void } = {},
): Promise<() => Promise<void>> {
  const sendOutbound = createSender(services, transport)
  const send = async ({ outboundId }: OutboundJob): Promise<void> => {
    const outcome = await sendOutbound(outboundId)
    if (!outcome) return
    logger.info({ outboundId, ...outcome }, 'mail')
    onOutcome?.(outcome.status)
    if (outcome.status !== 'sent') currentSpan()?.fail(outcome.status)
  }
  const onError = (error: unknown, job: OutboundJob) =>
    logger.error({ ...job, err: error }, 'could not send mail')
  const stops = await Promise.all([
    workQueue<OutboundJob>(services.work, outboundQueue.name, { ...pace, before }, send, onError),
    drainRetiredQueues(services.work, retiredOutboundQueue, { before }, send, onError),
  ])
  stops.push(
    startPromoting(services, outboundQueue.name, (err) => logger.error({ err }, 'could not promote mail')),
  )
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
