import type { Services } from '../services.ts'
import type { Attempt } from './make-attempt.ts'

/** Writes down attempts as they end, in batches: while some commit, the next gathers. */
export interface Settler {
  add(attempt: Attempt): void
  /** Resolves when all that was added is written down. */
  idle(): Promise<void>
}

const batchSize = 500
const settlementsAtATime = 2
const retryMs = 500

/** @param settle is called again with the same batch until it succeeds: what was sent must not be forgotten */
export function createSettler(
  { clock, logger }: Pick<Services, 'clock' | 'logger'>,
  settle: (batch: Attempt[]) => Promise<void>,
): Settler {
  const ended: Attempt[] = []
  const settlements = new Set<Promise<void>>()

  const start = (): void => {
    if (settlements.size >= settlementsAtATime || ended.length === 0) return
    const settlement = settleSurely(ended.splice(0, batchSize)).finally(() => {
      settlements.delete(settlement)
      start()
    })
    settlements.add(settlement)
  }

  const settleSurely = async (batch: Attempt[]): Promise<void> => {
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
      start()
    },
    async idle() {
      while (settlements.size > 0) await Promise.all(settlements)
    },
  }
}
