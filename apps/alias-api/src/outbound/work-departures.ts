import type { Logger } from '@waypost/http'
import type { MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import { workQueue } from '../work-queue.ts'
import { departureQueue, type DepartureJob } from './departure-queue.ts'
import { sendDeparture, type Carry } from './send-departure.ts'

/**
 * Sends what waits to leave.
 *
 * @returns ends it, when what is under way is done
 */
export async function workDepartures(
  services: MailServices & { signer: Signer },
  { carry, atATime }: { carry: Carry; atATime: number },
  logger: Logger,
): Promise<() => Promise<void>> {
  const send = async ({ departureId }: DepartureJob): Promise<void> => {
    const outcome = await sendDeparture(services, carry, departureId)
    if (outcome) logger.info({ departureId, ...outcome }, 'mail')
  }
  return workQueue<DepartureJob>(
    services.work,
    departureQueue.name,
    { atATime, batchSize: 2 },
    send,
    (error, job) => {
      logger.error({ ...job, err: error }, 'could not send mail')
    },
  )
}
