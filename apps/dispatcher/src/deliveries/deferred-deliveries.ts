import { sql } from 'drizzle-orm'
import type { Clock } from '@waypost/postgres'
import type { OpenChannel } from '../services.ts'

/** When the queue of what is due later is worth a look. */
export interface DeferredDeliveries {
  isDue(): boolean
  /** Until it is; Infinity where nothing is known to be deferred. */
  waitMs(): number
  /** Says that something is due then. */
  expect(at: number): void
  /** Asks the database for the earliest that is not due yet, after all that is due was taken. */
  look(): Promise<void>
  /**
   * Asks the database for what others have deferred.
   *
   * @returns whether that is due earlier than what was known
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

/** When the earliest attempt that is not due yet will be; Infinity when there is none. */
async function findNextDeferred({ channel, db }: OpenChannel, now: number): Promise<number> {
  const { rows } = await db.execute<{ due: string | null }>(sql`
    select min(next_attempt_at) as due from ${sql.identifier(channel.service)}.deliveries
    where status = 'pending' and next_attempt_at > ${new Date(now)}
  `)
  const due = rows[0]?.due
  return due ? new Date(due).getTime() : Infinity
}
