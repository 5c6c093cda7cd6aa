import type { Services } from '../services.ts'
import { createAlarm } from './alarm.ts'
import type { Attempt } from './make-attempt.ts'

/** Records attempts as they end, in batches: while one commits, and for some milliseconds after, the next fills. */
export interface Settler {
  /**
   * @returns where too many wait to be recorded: resolves once there is room for more. An attempt that is not recorded is made
   * again after a crash.
   */
  add(attempt: Attempt): Promise<void> | undefined
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
 * @param mostWaiting how many attempts may wait to be recorded
 *
 * @param settle is called again with the same batch, repeated, until it succeeds, because an attempt that was made must be
 * recorded. It may have succeeded, and only its answer was lost.
 */
export function createSettler(
  { clock, logger }: Pick<Services, 'clock' | 'logger'>,
  mostWaiting: number,
  settle: (batch: Attempt[], isRepeated: boolean) => Promise<void>,
): Settler {
  const ended: Attempt[] = []
  // One at a time: two settlements would lock the same webhooks, and lose more time waiting than they save.
  let settling: Promise<void> | undefined
  let isAwaited = false
  let room: PromiseWithResolvers<void> | undefined
  const alarm = createAlarm(clock)
  const enough = Math.min(worthwhile, mostWaiting)

  const giveRoom = (): void => {
    room?.resolve()
    room = undefined
  }
  const settleAll = async (): Promise<void> => {
    while (ended.length > 0) {
      alarm.arm()
      const batch = ended.splice(0, batchSize)
      if (ended.length < mostWaiting) giveRoom()
      await settleWithRetry(batch)
      if (ended.length < enough && !isAwaited) await alarm.pause(pauseMs)
    }
    settling = undefined
  }

  const settleWithRetry = async (batch: Attempt[]): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await settle(batch, tries > 0)
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
      if (ended.length >= enough) alarm.wake()
      if (ended.length < mostWaiting) return undefined
      room ??= Promise.withResolvers()
      return room.promise
    },
    async idle() {
      isAwaited = true
      alarm.wake()
      await settling
      isAwaited = false
    },
  }
}
