import type { Logger } from '@waypost/http'
import { currentSpan } from '@waypost/telemetry'
import type { MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import { drainListQueue } from '../drain-list-queue.ts'
import { workQueue, type WorkOptions } from '../work-queue.ts'
import type { Outcome } from './describe-refusal.ts'
import { departureQueue, type DepartureJob } from './departure-queue.ts'
import type { OpenCarrier } from './open-carrier.ts'
import { createSender } from './send-departure.ts'

/**
 * Sends what waits to leave.
 *
 * @returns ends it, when what is under way is done
 */
export async function workDepartures(
  services: MailServices & { signer: Signer },
  logger: Logger,
  { carry, pace }: OpenCarrier,
  {
    before,
    onOutcome,
  }: Pick<WorkOptions, 'before'> & { onOutcome?: (status: Outcome['status']) => void } = {},
): Promise<() => Promise<void>> {
  const sendDeparture = createSender(services, carry)
  const send = async ({ departureId }: DepartureJob): Promise<void> => {
    const outcome = await sendDeparture(departureId)
    if (!outcome) return
    logger.info({ departureId, ...outcome }, 'mail')
    onOutcome?.(outcome.status)
    if (outcome.status !== 'sent') currentSpan()?.fail(outcome.status)
  }
  const onError = (error: unknown, job: DepartureJob) =>
    logger.error({ ...job, err: error }, 'could not send mail')
  const stops = await Promise.all([
    workQueue<DepartureJob>(services.work, departureQueue.name, { ...pace, before }, send, onError),
    drainListQueue<DepartureJob>(services.work, departureQueue, { before }, send, onError),
  ])
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
