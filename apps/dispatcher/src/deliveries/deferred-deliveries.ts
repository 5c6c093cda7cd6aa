import { sql } from 'drizzle-orm'
import type { Clock } from '@waypost/postgres'
import { deferredQueue } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import { firstDue, nextAttempt } from './look-for-work.ts'

/** Knows when the queue of deferred attempts has due ones. */
export interface DeferredDeliveries {
  isDue(): boolean
  /** Time until the earliest known deferred attempt is due; Infinity where none is known. */
  waitMs(): number
  /** Reports an attempt that becomes due at this time. */
  expect(at: number): void
  /** Reads the earliest attempt that is left from the database. Called after all were taken that were due. */
  look(): Promise<void>
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
    async look() {
      nextAt = await findNextDeferred(channel, clock.now())
    },
    async lookForOthers() {
      const at = await findNextDeferred(channel, clock.now())
      const isEarlier = at < nextAt
      nextAt = Math.min(nextAt, at)
      return isEarlier
    },
  }
}

/** When the earliest deferred attempt is due: now, where one has become due since the last claim; Infinity where there is none. */
async function findNextDeferred(
  { channel: { service, outboxSchema }, db }: OpenChannel,
  now: number,
): Promise<number> {
  const { rows } = await db.execute<{ is_due: boolean; next: string | null }>(sql`
    select ${firstDue(outboxSchema, deferredQueue.name)} is not null as is_due, ${nextAttempt(service, now)} as next
  `)
  const { is_due: isDue, next } = rows[0]!
  if (isDue) return now
  return next === null ? Infinity : new Date(next).getTime()
}
