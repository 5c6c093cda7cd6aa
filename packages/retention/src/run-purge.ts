import { sql } from 'drizzle-orm'
import type { Clock, Db } from '@waypost/postgres'
import { firstPace, nextPace, type Pace } from './pace.ts'
import type { Purged, RetentionKind } from './retention-kind.ts'

export interface Purge {
  db: Db
  clock: Clock
  /** The name of the lock: only one process at a time has a batch in progress under it. */
  lock: string
  kinds: RetentionKind[]
  onPurged: (kind: string, rows: number) => void
  onError: (error: unknown, kind: string) => void
}

interface Turn {
  kind: RetentionKind
  keptMs: number
  pace: Pace
  after: string | null
}

/**
 * Deletes all expired rows, each batch in its own transaction. The kinds take turns, so that none waits for the
 * backlog of another; one that fails is left for the next time. A process that finds another one at work leaves it to
 * that one.
 *
 * @param stopping ends it after the current batch; the remaining rows are deleted next time
 */
export async function runPurge(purge: Purge, stopping: AbortSignal): Promise<void> {
  const { clock, kinds } = purge
  let turns = kinds.flatMap((kind): Turn[] =>
    kind.keptMs === undefined ? [] : [{ kind, keptMs: kind.keptMs, pace: firstPace, after: null }],
  )
  while (turns.length > 0) {
    const further: Turn[] = []
    for (const turn of turns) {
      if (stopping.aborted) return
      const startedAt = performance.now()
      const purged = await purgeBatch(purge, turn)
      if (purged === 'another purge is running') return
      if (!purged.isMore) continue
      const pace = nextPace(turn.pace, performance.now() - startedAt)
      further.push({ ...turn, pace, after: purged.last })
      await pause(clock, pace.pauseMs, stopping)
    }
    turns = further
  }
}

async function purgeBatch(
  { db, clock, lock, onPurged, onError }: Purge,
  { kind, keptMs, pace, after }: Turn,
): Promise<Purged | 'another purge is running'> {
  const batch = { before: new Date(clock.now() - keptMs), limit: pace.limit, after }
  try {
    const purged = await db.transaction(async (tx) =>
      (await tryLock(tx, lock)) ? kind.purge(tx, batch) : 'another purge is running',
    )
    if (purged !== 'another purge is running' && purged.rows > 0) onPurged(kind.name, purged.rows)
    return purged
  } catch (error) {
    onError(error, kind.name)
    return { rows: 0, last: null, isMore: false }
  }
}

/**
 * Uses a lock of the transaction, not of the session: it ends with the batch, and works behind PgBouncer. A purge
 * never waits for a lock, and nobody waits long for a purge.
 */
async function tryLock(tx: Db, lock: string): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as mine,
      set_config('lock_timeout', '500ms', true), set_config('statement_timeout', '10s', true)
  `)
  return rows[0]!.mine
}

async function pause(clock: Clock, ms: number, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return
  const over = Promise.withResolvers<void>()
  const wake = (): void => over.resolve()
  const timer = clock.setTimeout(wake, ms)
  stopping.addEventListener('abort', wake, { once: true })
  await over.promise
  stopping.removeEventListener('abort', wake)
  clock.clearTimeout(timer)
}
