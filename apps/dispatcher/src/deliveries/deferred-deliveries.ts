import { sql } from 'drizzle-orm'
import type { Clock } from '@waypost/postgres'
import type { OpenChannel } from '../services.ts'

/** Knows when the queue of deferred attempts has due ones. */
export interface DeferredDeliveries {
  isDue(): boolean
  /** Time until the earliest known deferred attempt is due; Infinity where none is known. */
  waitMs(): number
  /** Reports an attempt that becomes due at this time. */
  expect(at: number): void
  /**
   * Reads the earliest attempt that is left from the database. Called after all were taken that were due at a time.
   *
   * @param takenAt that time: others may be due since
   */
  look(takenAt: number): Promise<void>
  /**
   * Reads from the database what other dispatchers have deferred.
   *
   * @returns whether an attempt is due earlier than was known
   */
  lookForOthers(): Promise<boolean>
}

export function createDeferredDeliveries(channel: OpenChannel, clock: Clock): DeferredDeliveries {
  let nextAt = -Infinity
  return {
    isDue: () => clock.now() >= nextAt,
    waitMs: () => nextAt - clock.now(),
    expect(at) {
      nextAt = Math.min(nextAt, at)
    },
    async look(takenAt) {
      nextAt = await findNextDeferred(channel, takenAt)
    },
    async lookForOthers() {
      const at = await findNextDeferred(channel, clock.now())
      const isEarlier = at < nextAt
      nextAt = Math.min(nextAt, at)
      return isEarlier
    },
  }
}

/** When the earliest attempt is due that is due after a time; Infinity where there is none. */
async function findNextDeferred({ channel, db }: OpenChannel, after: number): Promise<number> {
  const { rows } = await db.execute<{ due: string | null }>(sql`
    select min(next_attempt_at) as due from ${sql.identifier(channel.service)}.deliveries
    where status = 'pending' and next_attempt_at > ${new Date(after)}
  `)
  const due = rows[0]?.due
  return due ? new Date(due).getTime() : Infinity
}
