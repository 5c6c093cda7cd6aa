import type { Logger } from '@waypost/http'
import { poll } from '@waypost/concurrency'
import { checkDkimKeys, ensureDkimKeys, type KeyCheckServices } from './check-dkim-keys.ts'

const everyMs = 10_000

/**
 * Makes keys for domains and checks whether DNS has them, in every process at once.
 *
 * @returns stops it, once the current check is done
 */
export function watchDkimKeys(services: KeyCheckServices, logger: Logger): () => Promise<void> {
  const check = async (stopping: AbortSignal): Promise<void> => {
    await ensureDkimKeys(services)
    while (!stopping.aborted) if ((await checkDkimKeys(services)) === 0) break
  }
  return poll(check, everyMs, (error) => logger.warn({ err: error }, 'could not check DKIM keys')).stop
}
