import type { Logger } from '@waypost/http'
import { deleteEndedWindows } from './rate-limits/delete-ended-windows.ts'
import type { Services } from './services.ts'

const everyMs = 60_000

/**
 * What has to be done from time to time, in any process or in several at once.
 *
 * @returns ends it
 */
export function startMaintenance(services: Services, logger: Logger): () => Promise<void> {
  let working: Promise<unknown> = Promise.resolve()
  const work = async (): Promise<void> => {
    await deleteEndedWindows(services).catch((error: unknown) =>
      logger.warn({ err: error, task: deleteEndedWindows.name }, 'maintenance'),
    )
  }
  const timer = setInterval(() => {
    working = working.then(work)
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await working
  }
}
