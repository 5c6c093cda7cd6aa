import type { Logger } from '@waypost/http'
import { poll } from '@waypost/concurrency'
import type { Services } from '../services.ts'
import { expireAddresses } from './expire-addresses.ts'

/** Expiries are published within a second; a poll costs one read of an index. */
export const everyMs = 250
const batchSize = 1000

/**
 * Publishes expiries as they come, in every process at once.
 *
 * @returns stops it, once the current batch is done
 */
export function watchExpiry(
  services: Pick<Services, 'db' | 'clock' | 'outbox' | 'directory'>,
  logger: Logger,
): () => Promise<void> {
  const expire = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) if ((await expireAddresses(services, batchSize)) < batchSize) break
  }
  return poll(expire, everyMs, (error) => logger.warn({ err: error }, 'could not publish expiries'))
}
