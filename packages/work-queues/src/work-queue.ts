import { setTimeout } from 'node:timers/promises'
import { createBatcher, settlesWithin } from '@waypost/concurrency'
import type { Boss } from '@waypost/postgres'
import { traceJob } from '@waypost/telemetry'
import type { Job } from 'pg-boss'

export interface WorkOptions {
  /** The maximum number of concurrent jobs. */
  atATime: number
  /** Awaited before each job. */
  before?: (() => Promise<void>) | undefined
  /** Waits for a place that workers of several databases share, does a job, and gives the place back. */
  inTurn?: InTurn | undefined
}

export type InTurn = (work: () => Promise<void>) => Promise<void>

// Jobs that are claimed together reach the batches of their work together.
const claimedAtOnce = 80
// The next claim waits so long for the jobs of this one, so that it finds more of them. Whatever takes longer has a place of
// its own and holds up nobody.
const claimPauseMs = 40
// Where claims find that many, the machine is busy, and what a job costs counts for more than when it begins: each batch
// costs a dozen statements, however few jobs it has.
const busyClaim = 7
const busyClaimPauseMs = 120
// Limits nothing, since no job has a group. With it pg-boss claims the jobs that it found by their ids, and so by the
// index. Without it, it uses a join, which reads the whole queue for each job if Postgres believes the queue to be
// empty.
const groupConcurrency = 1
// What was done is not to be done again because the database was restarted in the meantime.
const settlingPausesMs = [1000, 5000, 0]
const deletedTogether = { concurrency: 1, maxItems: 100, waitMs: 5 }

/**
 * Does the jobs of a queue as they come: the next ones at once while there are more, otherwise when the queue is known to have
 * due ones. A job that fails is retried as its queue says. One that is not done when it expires fails, though its work goes
 * on.
 *
 * pg-boss's own worker is not used: it completes what it fetched together, so that all wait for the slowest, and a
 * notification wakes all workers of a queue, each of which then fetches a part of what one would.
 *
 * @param work must be safe to repeat; is told how often it has been
 * @returns stops it, once the jobs in progress are done
 */
export async function workQueue<Data extends object>(
  boss: Boss,
  queue: string,
  { atATime, before, inTurn = (work) => work() }: WorkOptions,
  work: (data: Data, retries: number) => Promise<void>,
  onError: (error: unknown, data: Data) => void,
): Promise<() => Promise<void>> {
  const settings = await boss.getQueue(queue)
  if (!settings) throw new Error(`there is no queue ${queue}`)
  const report = (error: unknown): false => {
    boss.emit('error', error as Error)
    return false
  }

  const inProgress = new Map<Job<Data>, Promise<void>>()
  let freePlaces = atATime
  let mayHaveMore = true
  const stopping = new AbortController()
  let wake: (() => void) | undefined
  const claimMore = (): void => {
    mayHaveMore = true
    wake?.()
  }

  const attempt = ({ data, retryCount, expireInSeconds }: Job<Data>): Promise<boolean> =>
    traceJob(queue, data, async (span) => {
      try {
        await before?.()
        const done = inTurn(() => work(data, retryCount))
        if (!(await settlesWithin(expireInSeconds * 1000, done))) throw new ExpiredError(expireInSeconds)
        await done
        return true
      } catch (error) {
        onError(error, data)
        span?.fail(error instanceof Error ? error.name : 'unknown')
        return false
      }
    })
  // Nobody reads jobs that are done. To keep them for a while, as pg-boss does, costs another version of each row.
  const remove = createBatcher(async (jobs: Job<Data>[]) => {
    await boss.deleteJob(queue, jobs)
    return jobs
  }, deletedTogether)
  const finish = async (job: Job<Data>): Promise<void> => {
    const isDone = await attempt(job).catch(report)
    // After the last of them another process takes the job over, since it has no heartbeat any more.
    for (const pauseMs of settlingPausesMs) {
      const settled = isDone ? remove(job) : boss.fail(queue, job)
      if (await settled.then(() => true, report)) break
      await setTimeout(pauseMs)
    }
    if (!isDone) boss.expectJobs((settings.retryDelay ?? 0) * 1000)
    inProgress.delete(job)
    freePlaces += 1
    wake?.()
  }

  const claim = async (): Promise<void> => {
    const batchSize = Math.min(freePlaces, claimedAtOnce)
    freePlaces -= batchSize
    mayHaveMore = false
    const jobs = await boss
      .fetch<Data>(queue, { batchSize, groupConcurrency })
      .catch((error: unknown): Job<Data>[] => (report(error), []))
    freePlaces += batchSize - jobs.length
    const finished = jobs.map((job) => {
      const done = finish(job)
      inProgress.set(job, done)
      return done
    })
    mayHaveMore ||= jobs.length === batchSize
    if (jobs.length < claimedAtOnce) {
      const pauseMs = jobs.length < busyClaim ? claimPauseMs : busyClaimPauseMs
      await settlesWithin(pauseMs, Promise.all(finished))
    }
  }
  const keepClaiming = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (mayHaveMore && freePlaces > 0) await claim()
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const beat = (): void => {
    if (inProgress.size > 0) boss.touch(queue, [...inProgress.keys()]).catch(report)
  }

  const claiming = keepClaiming()
  const { clock } = boss
  const unsubscribe = boss.onDue(queue, claimMore)
  const beating = settings.heartbeatSeconds && clock.setInterval(beat, settings.heartbeatSeconds * 500)
  return async () => {
    stopping.abort()
    unsubscribe()
    wake?.()
    await claiming
    await Promise.all(inProgress.values())
    if (beating) clock.clearInterval(beating)
  }
}

class ExpiredError extends Error {
  constructor(seconds: number) {
    super(`was not done within ${seconds} s`)
  }
}
