import type { Logger } from '@waypost/http'
import { poll } from '@waypost/concurrency'
import { checkDueDomains, type DomainServices } from './check-due-domains.ts'

const everyMs = 10_000

/**
 * Checks the records of domains as they become due, in every process at once.
 *
 * @returns stops it, once the current check is done
 */
export function watchDomains(services: DomainServices, logger: Logger): () => Promise<void> {
  const check = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) if ((await checkDueDomains(services)) === 0) break
  }
  return poll(check, everyMs, (error) => logger.warn({ err: error }, 'could not check domains')).stop
}
