import { setTimeout } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from '@waypost/http'
import { type Db, prepared } from '@waypost/postgres'
import { traceJob } from '@waypost/telemetry'
import { runQueue, type ClaimedJob, type RunJob } from '../executions/run-queue.ts'

/** An execution that this process has claimed. */
export interface ClaimedRun {
  executionId: string
  job: ClaimedJob
}

export interface RunClaimer {
  start(): void
  /** Claims now instead of at the next poll. */
  wake(): void
  /** Stops claiming, and waits for the runs under way. */
  stop(): Promise<void>
}

/** The place of a run among those of a process. */
export interface RunPlace {
  /** Frees the place, which is before the run's end where the rest needs no browser. */
  release: () => void
  /**
   * Leaves the place to another run while this one waits for a person, where not too many wait already. The browsers of
   * waiting runs are open, so there are never more than the places and the waiting ones.
   *
   * @returns takes it back; for a while there may be more runs than places
   */
  lend: () => () => void
}

export interface ClaimOptions {
  /** Maximum number of concurrent runs in a browser. */
  concurrency: number
  /** How many further runs may wait for a person, and leave their places to others. */
  mostWaiting?: number
  run: (claimed: ClaimedRun, place: RunPlace) => Promise<void>
  logger: Logger
}

const pollMs = 500

/**
 * Claims executions from the queue, oldest first, as many as there are places.
 *
 * The queue's own worker is not used: it fetches the next job only after the last write of the previous one, and for a
 * third of a short run's time besides its steps the browser would be idle. Here the end of one run is written while
 * the next one's steps run.
 */
export function claimRuns(
  { boss, db }: { boss: PgBoss; db: Db },
  { concurrency, mostWaiting = concurrency, run, logger }: ClaimOptions,
): RunClaimer {
  const underWay = new Set<Promise<void>>()
  let busy = 0
  let waiting = 0
  const stopping = new AbortController()
  let wakeUp = Promise.withResolvers<void>()
  let looping: Promise<void> | undefined
  const wake = (): void => wakeUp.resolve()

  const begin = (claimed: ClaimedRun, data: RunJob): void => {
    let state: 'taken' | 'lent' | 'released' = 'taken'
    const release = (): void => {
      if (state === 'released') return
      if (state === 'lent') waiting -= 1
      else busy -= 1
      state = 'released'
      wake()
    }
    const takeBack = (): void => {
      if (state !== 'lent') return
      state = 'taken'
      waiting -= 1
      busy += 1
    }
    const lend = (): (() => void) => {
      if (state === 'taken' && waiting < mostWaiting) {
        state = 'lent'
        waiting += 1
        busy -= 1
        wake()
      }
      return takeBack
    }
    busy += 1
    const done = traceJob(runQueue.name, data, () => run(claimed, { release, lend }))
      // The queue gives it to another runner after a while, unless it has started.
      .catch((error: unknown) => logger.error({ err: error, executionId: claimed.executionId }, 'run'))
      .finally(() => {
        release()
        underWay.delete(done)
      })
    underWay.add(done)
  }

  const claim = async (): Promise<void> => {
    const batchSize = concurrency - busy
    if (batchSize <= 0) return
    const jobs = await boss.fetch<RunJob>(runQueue.name, {
      ...prepared(db),
      batchSize,
      includeMetadata: true,
    })
    for (const { id, retryCount, data } of jobs)
      begin({ executionId: data.executionId, job: { id, retryCount } }, data)
  }

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      wakeUp = Promise.withResolvers()
      const pause = new AbortController()
      await claim().catch((error: unknown) => logger.error({ err: error }, 'could not claim runs'))
      await Promise.race([wakeUp.promise, setTimeout(pollMs, undefined, pause).catch(() => {})])
      pause.abort()
    }
  }

  return {
    start() {
      looping ??= loop()
    },
    wake,
    async stop() {
      stopping.abort()
      wake()
      await looping
      await Promise.all(underWay)
    },
  }
}
