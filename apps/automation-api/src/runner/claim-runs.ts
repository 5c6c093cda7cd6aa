import { setTimeout } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from '@waypost/http'
import { traceJob } from '@waypost/telemetry'
import { runQueue, type ClaimedJob, type RunJob } from '../executions/run-queue.ts'

/** An execution that this process has claimed. */
export interface ClaimedRun {
  executionId: string
  job: ClaimedJob
}

export interface RunClaimer {
  start(): void
  /** Looks for work now instead of at the next poll. */
  wake(): void
  /** Claims no more, and waits for what is under way. */
  stop(): Promise<void>
}

export interface ClaimOptions {
  /** Runs in a browser at a time. */
  concurrency: number
  /** Calls `release` when its place is free: before it is done, where what is left needs no browser. */
  run: (claimed: ClaimedRun, release: () => void) => Promise<void>
  logger: Logger
}

const pollMs = 500

/**
 * Takes executions from the queue, the oldest first, as many as there are places for.
 *
 * Not the queue's own worker: that one asks for the next job when the last one is done to its last write, and a third
 * of a short run's time beside its steps goes by while its browser stands idle. Here the end of one run is written
 * while the next one's steps go on.
 */
export function claimRuns(boss: PgBoss, { concurrency, run, logger }: ClaimOptions): RunClaimer {
  const underWay = new Set<Promise<void>>()
  let busy = 0
  const stopping = new AbortController()
  let wakeUp = Promise.withResolvers<void>()
  let looping: Promise<void> | undefined
  const wake = (): void => wakeUp.resolve()

  const begin = (claimed: ClaimedRun, data: RunJob): void => {
    let isReleased = false
    const release = (): void => {
      if (isReleased) return
      isReleased = true
      busy -= 1
      wake()
    }
    busy += 1
    const done = traceJob(runQueue.name, data, () => run(claimed, release))
      // The queue gives it to somebody else after a while, unless it has begun.
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
