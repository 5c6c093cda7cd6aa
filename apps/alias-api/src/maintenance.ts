import type { Logger } from '@waypost/http'
import { poll } from '@waypost/concurrency'
import { announceExpiring } from './addresses/announce-expiring.ts'
import { renewAddresses } from './addresses/renew-addresses.ts'
import { deleteEndedWindows } from './rate-limits/delete-ended-windows.ts'
import { tellOfWithheld } from './forwarding/tell-of-withheld.ts'
import type { ApiServices } from './services.ts'
import { fillThreads } from './threads/fill-threads.ts'
import { notifyDisabledWebhooks } from './webhooks/notify-disabled-webhooks.ts'

const everyMs = 10_000
const tasks: ((services: ApiServices) => Promise<number>)[] = [
  (services) => deleteEndedWindows(services),
  notifyDisabledWebhooks,
  renewAddresses,
  announceExpiring,
  fillThreads,
  tellOfWithheld,
]

/**
 * Starts the periodic tasks, which may run in several processes at once.
 *
 * @returns stops them
 */
export function startMaintenance(services: ApiServices, logger: Logger): () => Promise<void> {
  const polls = tasks.map((task) =>
    poll(
      async () => void (await task(services)),
      everyMs,
      (error) => logger.warn({ err: error, task: task.name }, 'maintenance'),
    ),
  )
  return async () => void (await Promise.all(polls.map(({ stop }) => stop())))
}
