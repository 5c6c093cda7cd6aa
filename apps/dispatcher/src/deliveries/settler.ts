import type { Services } from '../services.ts'
import type { Attempt } from './make-attempt.ts'

/** Records attempts as they end, in batches: while one commits, the next fills. */
export interface Settler {
  add(attempt: Attempt): void
  /** Resolves when everything that was added is recorded. */
  idle(): Promise<void>
}

const batchSize = 500
const retryMs = 500

/**
 * @param settle is called again with the same batch until it succeeds, because an attempt that was made must be
 * recorded
 */
export function createSettler(
  { clock, logger }: Pick<Services, 'clock' | 'logger'>,
  settle: (batch: Attempt[]) => Promise<void>,
): Settler {
  const ended: Attempt[] = []
  // One at a time: two settlements would lock the same webhooks, and lose more time waiting than they save.
  let settling: Promise<void> | undefined

  const settleAll = async (): Promise<void> => {
    while (ended.length > 0) await settleWithRetry(ended.splice(0, batchSize))
    settling = undefined
  }

  const settleWithRetry = async (batch: Attempt[]): Promise<void> => {
    for (;;) {
      try {
        return await settle(batch)
      } catch (error) {
        logger.error({ err: error, attempts: batch.length }, 'could not settle')
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, retryMs))
      }
    }
  }

  return {
    add(attempt) {
      ended.push(attempt)
      settling ??= settleAll()
    },
    async idle() {
      await settling
    },
  }
}
