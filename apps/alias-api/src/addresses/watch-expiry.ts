import type { Logger } from '@waypost/http'
import type { Services } from '../services.ts'
import { expireAddresses } from './expire-addresses.ts'

// An expiry is to be published within a second, and looking costs one read of an index.
const everyMs = 250
const batchSize = 1000

/**
 * Publishes expiries as they come, in every process at once.
 *
 * @returns ends it, when what is under way is done
 */
export function watchExpiry(
  services: Pick<Services, 'db' | 'clock' | 'outbox'>,
  logger: Logger,
): () => Promise<void> {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined

  const work = async (): Promise<void> => {
    try {
      while (!stopping.signal.aborted) if ((await expireAddresses(services, batchSize)) < batchSize) break
    } catch (error) {
      logger.warn({ err: error }, 'could not publish expiries')
    }
    if (!stopping.signal.aborted) timer = setTimeout(workAgain, everyMs)
  }
  const workAgain = (): void => {
    working = work()
  }
  let working = work()
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await working
  }
}
