import { systemClock, type Clock, type Db } from '@waypost/postgres'
import { runPurge } from '../run-purge.ts'
import type { RetentionKind } from '../retention-kind.ts'

/**
 * Deletes what is expired at a given time, without pauses.
 *
 * @returns how many rows of each kind were deleted
 * @throws the error of any kind that fails
 */
export async function purgeAt(
  now: number | Date,
  db: Db,
  kinds: RetentionKind[],
): Promise<Record<string, number>> {
  const clock: Clock = Object.assign(Object.create(systemClock) as Clock, {
    now: () => Number(now),
    setTimeout: (run: () => void) => systemClock.setTimeout(run, 0),
  })
  const purged: Record<string, number> = {}
  const failures: unknown[] = []
  await runPurge(
    {
      db,
      clock,
      lock: 'retention of a test',
      kinds,
      onPurged: (kind, rows) => (purged[kind] = (purged[kind] ?? 0) + rows),
      onError: (error) => failures.push(error),
    },
    new AbortController().signal,
  )
  if (failures.length > 0) throw failures[0]
  return purged
}
