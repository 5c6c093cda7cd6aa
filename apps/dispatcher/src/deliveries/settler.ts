import type { Services } from '../services.ts'
import { createAlarm } from './alarm.ts'
import type { Attempt } from './make-attempt.ts'

/** Records attempts as they end, in batches: while one commits, and for some milliseconds after, the next fills. */
export interface Settler {
  add(attempt: Attempt): void
  /** Resolves when everything that was added is recorded, without a pause between batches. */
  idle(): Promise<void>
}

const batchSize = 500
const retryMs = 500
// Nobody waits for a settlement, and one of twenty attempts costs little more than one of two. So few attempts wait for more;
// many do not, since their receivers may have others parked.
const pauseMs = 10
const worthwhile = 50

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
  let isAwaited = false
  const alarm = createAlarm(clock)

  const settleAll = async (): Promise<void> => {
    while (ended.length > 0) {
      alarm.arm()
      await settleWithRetry(ended.splice(0, batchSize))
      if (ended.length < worthwhile && !isAwaited) await alarm.pause(pauseMs)
    }
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
      if (ended.length >= worthwhile) alarm.wake()
    },
    async idle() {
      isAwaited = true
      alarm.wake()
      await settling
      isAwaited = false
    },
  }
}
