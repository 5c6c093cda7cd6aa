import type { Logger } from '@waypost/http'
import type { MailServices } from '../services.ts'
import { departureQueue, type DepartureJob } from './departure-queue.ts'
import { sendDeparture, type Carry } from './send-departure.ts'

/**
 * Sends what waits to leave.
 *
 * @returns ends it, when what is under way is done
 */
export async function workDepartures(
  services: MailServices,
  { carry, atATime }: { carry: Carry; atATime: number },
  logger: Logger,
): Promise<() => Promise<void>> {
  await services.work.work<DepartureJob>(
    departureQueue.name,
    { localConcurrency: atATime, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 },
    async ([job]) => {
      const { departureId } = job!.data
      const outcome = await sendDeparture(services, carry, departureId)
      if (outcome) logger.info({ departureId, ...outcome }, 'mail')
    },
  )
  return () => services.work.offWork(departureQueue.name, { wait: true })
}
