import type { Logger } from '@waypost/http'
import { poll, type NextWork } from '@waypost/concurrency'
import type { Services } from '../services.ts'
import { expireAddresses } from './expire-addresses.ts'
import { findNextExpiry } from './find-next-expiry.ts'

// An address lives for a minute at least, so the next ones are known long before. Only one whose renewal was ended within
// the last seconds of its life may be late, by as much.
const lookEveryMs = 5000
// Another process is at it.
const againMs = 250
const batchSize = 1000

/**
 * Publishes expiries when they come, in every process at once.
 *
 * @returns stops it, once the current batch is done
 */
export function watchExpiry(
  services: Pick<Services, 'db' | 'clock' | 'outbox' | 'directory'>,
  logger: Logger,
  everyMs = lookEveryMs,
): () => Promise<void> {
  const expire = async (stopping: AbortSignal): Promise<NextWork> => {
    const nextAt = await findNextExpiry(services)
    const dueInMs = nextAt - services.clock.now()
    if (dueInMs > 0) return { dueInMs }
    while (!stopping.aborted) if ((await expireAddresses(services, batchSize)) < batchSize) break
    return { dueInMs: againMs }
  }
  return poll(expire, everyMs, (error) => logger.warn({ err: error }, 'could not publish expiries')).stop
}
