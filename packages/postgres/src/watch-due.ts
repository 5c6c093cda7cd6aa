import { poll } from '@waypost/concurrency'
import type { SQL } from 'drizzle-orm'
import type { Db } from './database.ts'
import { findDue } from './find-due.ts'

/** Work that is looked for from time to time. */
export interface WatchedWork {
  name: string
  /** As of `Sought`, at this moment. */
  among: () => SQL
  /** Does what there is. Ends early when the signal fires. */
  work: (stopping: AbortSignal) => Promise<unknown>
}

/**
 * Looks for several works, and does what there is of each. None waits for another: one that is still being done is looked for
 * again once that has ended.
 *
 * @returns stops it, once what is under way has ended
 */
export function watchDue(
  db: Db,
  works: WatchedWork[],
  { everyMs, onError }: { everyMs: number; onError: (error: unknown, name?: string) => void },
): () => Promise<void> {
  const underWay = new Map<string, Promise<void>>()
  const look = async (stopping: AbortSignal): Promise<void> => {
    const idle = works.filter(({ name }) => !underWay.has(name))
    const sought = idle.map((each) => ({ ...each, among: each.among() }))
    for (const { name, work } of await findDue(db, sought)) {
      const done = work(stopping)
        .then(
          () => {},
          (error: unknown) => onError(error, name),
        )
        .finally(() => underWay.delete(name))
      underWay.set(name, done)
    }
  }
  const { stop } = poll(look, everyMs, (error) => onError(error))
  return async () => {
    await stop()
    await Promise.all(underWay.values())
  }
}
