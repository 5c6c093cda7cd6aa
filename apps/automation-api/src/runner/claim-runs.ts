import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import { settlesWithin } from '@waypost/concurrency'
import type { Logger } from '@waypost/http'
import { isDueSql, type Db, perDatabase, prepared } from '@waypost/postgres'
import { traceJob } from '@waypost/telemetry'
import { runQueue, workSchema, type ClaimedJob, type RunJob } from '../executions/run-queue.ts'

/** An execution that this process has claimed. */
export interface ClaimedRun {
  executionId: string
  job: ClaimedJob
}

/** A database whose executions a process runs. */
interface RunSource {
  boss: PgBoss
  db: Db
  run: (claimed: ClaimedRun, place: RunPlace) => Promise<void>
}

export interface RunClaimer {
  /**
   * Claims from a database as well.
   *
   * @returns claims nothing more from it, and waits for its runs under way
   */
  add(source: RunSource): () => Promise<void>
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
  logger: Logger
}

// Runs are announced, and looked for by `onDue`, which finds those of which nobody was told.
const pollMs = 60_000
// One of several databases that does not answer must not hold up the others.
const answersWithinMs = 1000

/** A source with what it is doing. */
interface Claiming extends RunSource {
  underWay: Set<Promise<void>>
  /** A claim that has not been answered. */
  claim?: Promise<number> | undefined
  /** A reading of its wait that has not been answered. */
  reading?: Promise<void> | undefined
}

/**
 * Claims executions from the queue, oldest first, as many as there are places. With several databases, the next place goes to
 * the one whose first run has waited longest.
 *
 * The queue's own worker is not used: it fetches the next job only after the last write of the previous one, and for a
 * third of a short run's time besides its steps the browser would be idle. Here the end of one run is written while
 * the next one's steps run.
 */
export function claimRuns({ concurrency, mostWaiting = concurrency, logger }: ClaimOptions): RunClaimer {
  const sources = new Set<Claiming>()
  let busy = 0
  let waiting = 0
  /** Places for which a claim is under way. */
  let kept = 0
  const stopping = new AbortController()
  let wakeUp = Promise.withResolvers<void>()
  let looping: Promise<void> | undefined
  const wake = (): void => wakeUp.resolve()
  const countFree = (): number => concurrency - busy - kept

  const begin = ({ underWay, run }: Claiming, claimed: ClaimedRun, data: RunJob): void => {
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

  const fetchFrom = async (source: Claiming, batchSize: number): Promise<number> => {
    kept += batchSize
    try {
      const jobs = await source.boss.fetch<RunJob>(runQueue.name, {
        ...prepared(source.db),
        batchSize,
        includeMetadata: true,
      })
      for (const { id, retryCount, data } of jobs)
        begin(source, { executionId: data.executionId, job: { id, retryCount } }, data)
      return jobs.length
    } catch (error) {
      logger.error({ err: error }, 'could not claim runs')
      return 0
    } finally {
      kept -= batchSize
      source.claim = undefined
    }
  }

  const claim = async (): Promise<void> => {
    if (sources.size === 1) {
      const [only] = sources
      if (countFree() > 0) await (only!.claim ??= fetchFrom(only!, countFree()))
      return
    }
    const asked = new Set([...sources].filter((source) => !source.claim && !source.reading))
    while (countFree() > 0 && !stopping.signal.aborted) {
      const source = await findLongestWaiting(asked)
      // Nobody waits for what is claimed from now on.
      if (!source || stopping.signal.aborted) return
      const claimed = sources.has(source) && (source.claim = fetchFrom(source, 1))
      // It was left, another runner was faster, or it does not answer: the others come first.
      if (!claimed || !(await settlesWithin(answersWithinMs, claimed)) || (await claimed) === 0)
        asked.delete(source)
    }
  }

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      wakeUp = Promise.withResolvers()
      const pause = new AbortController()
      await claim()
      await Promise.race([wakeUp.promise, setTimeout(pollMs, undefined, pause).catch(() => {})])
      pause.abort()
    }
  }

  return {
    add(source) {
      const added: Claiming = { ...source, underWay: new Set() }
      sources.add(added)
      wake()
      return async () => {
        sources.delete(added)
        await added.claim
        await Promise.all(added.underWay)
      }
    },
    start() {
      looping ??= loop()
    },
    wake,
    async stop() {
      stopping.abort()
      wake()
      await looping
      const ended = [...sources].map(async ({ claim: last, underWay }) => {
        await last
        await Promise.all(underWay)
      })
      await Promise.all(ended)
    },
  }
}

/**
 * The source whose first waiting run, by the turns of its queue, has waited longest; undefined where none waits or answers.
 * Those that do not answer in time are asked no more.
 */
async function findLongestWaiting(asked: Set<Claiming>): Promise<Claiming | undefined> {
  const waited = new Map<Claiming, number>()
  await Promise.all(
    [...asked].map(async (source) => {
      const reading = readWait(source.db)()
        .then(
          (seconds) => void (seconds !== undefined && waited.set(source, seconds)),
          // Its cell says that it is away.
          () => {},
        )
        .finally(() => (source.reading = undefined))
      source.reading = reading
      if (!(await settlesWithin(answersWithinMs, reading))) asked.delete(source)
    }),
  )
  return [...waited].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** How long the run that is next in a database has waited, by its own clock. */
const readWait = perDatabase((db) => async (): Promise<number | undefined> => {
  const schema = sql.identifier(workSchema)
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from ${schema}.job_now() - created_on)::float8 as seconds from ${schema}.job
    where name = ${runQueue.name} and state < 'active' and not blocked and ${sql.raw(isDueSql(`${workSchema}.job_now()`))}
    order by priority desc, created_on limit 1
  `)
  return rows[0]?.seconds
})
