import type { Clock, Db } from '@waypost/postgres'
import { runPurge } from './run-purge.ts'
import type { RetentionKind } from './retention-kind.ts'
import type { RetentionMetrics } from './retention-metrics.ts'

export interface RetentionOptions {
  db: Db
  clock: Clock
  kinds: RetentionKind[]
  logger: { warn(what: { err: unknown; kind: string }, message: string): void }
}

const everyMs = 60_000

/**
 * Periodically deletes expired rows while the process runs. Every process of a kind may do this; only one at a time
 * does.
 *
 * @param place names what is purged, in metrics and for the lock: only one process has a batch in progress there
 * @returns stops it, once the current batch is done
 */
export function startRetention(
  place: string,
  { db, clock, kinds, logger }: RetentionOptions,
  metrics: RetentionMetrics,
): () => Promise<void> {
  const stopping = new AbortController()
  const purge = {
    db,
    clock,
    kinds,
    lock: `retention of ${place}`,
    onPurged: metrics.watch(place, { db, clock, kinds }),
    onError: (error: unknown, kind: string) => logger.warn({ err: error, kind }, 'retention'),
  }
  const work = async (): Promise<void> => {
    for (const { name, prepare } of kinds)
      await prepare?.(db).catch((error: unknown) => purge.onError(error, name))
    await runPurge(purge, stopping.signal)
    if (!stopping.signal.aborted) timer = clock.setTimeout(start, everyMs)
  }
  let working = Promise.resolve()
  const start = (): void => {
    working = work()
  }
  // Not at once: a starting process has other work to do, and many may start together.
  let timer = clock.setTimeout(start, Math.random() * everyMs)
  return async () => {
    stopping.abort()
    clock.clearTimeout(timer)
    await working
  }
}
