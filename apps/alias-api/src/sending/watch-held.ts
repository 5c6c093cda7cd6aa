import type { Logger } from '@waypost/http'
import { poll } from '@waypost/concurrency'
import type { MailServices } from '../services.ts'
import { releaseHeld } from './release-held.ts'

const everyMs = 10_000

/**
 * Queues held messages of accounts that may send again, in every process at once.
 *
 * @returns stops it, once the current look is done
 */
export function watchHeld(services: MailServices, logger: Logger): () => Promise<void> {
  const release = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) if ((await releaseHeld(services)) === 0) break
  }
  return poll(release, everyMs, (error) => logger.warn({ err: error }, 'could not release held mail')).stop
}
