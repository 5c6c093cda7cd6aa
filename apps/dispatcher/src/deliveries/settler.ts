import type { Services } from '../services.ts'
import type { Attempt } from './make-attempt.ts'

/** Writes down attempts as they end, in batches: while one commits, the next fills. */
export interface Settler {
  add(attempt: Attempt): void
  /** Resolves when all that was added is written down. */
  idle(): Promise<void>
}

const batchSize = 500
const retryMs = 500

/** @param settle is called again with the same batch until it succeeds: what was sent must not be forgotten */
export function createSettler(
  { clock, logger }: Pick<Services, 'clock' | 'logger'>,
  settle: (batch: Attempt[]) => Promise<void>,
): Settler {
  const ended: Attempt[] = []
  // One at a time: two would lock the same webhooks, and wait for each other more than they win.
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
