import type { Logger } from '@waypost/http'
import { poll } from '@waypost/concurrency'
import { checkDueDomains, type DomainServices } from './check-due-domains.ts'

const everyMs = 5000

/**
 * Looks at the records of domains as their time comes, in every process at once.
 *
 * @returns ends it, when what is under way is done
 */
export function watchDomains(services: DomainServices, logger: Logger): () => Promise<void> {
  const check = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) if ((await checkDueDomains(services)) === 0) break
  }
  return poll(check, everyMs, (error) => logger.warn({ err: error }, 'could not check domains'))
}
