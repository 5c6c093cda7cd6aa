import { poll } from '@waypost/concurrency'
import { systemClock, type Clock } from 'pg-boss'
import type { Db } from './database.ts'
import { readClockSkew } from './find-database-fault.ts'

const followEveryMs = 30_000

/**
 * A clock that shows the database's time, so that processes whose own clocks differ agree on what is due and how long is
 * left. It moves only by what the way of the database's answer cannot explain, so beside a database whose clock agrees it is
 * the process's own.
 *
 * @param own the clock of the process
 * @returns the clock, and what stops it following; it is asked every 30 s, and keeps the last difference where the database
 * does not answer
 * @throws what the database answers, or that it does not
 */
export async function followDatabaseClock(
  db: Db,
  own: Clock = systemClock,
): Promise<{ clock: Clock; stop: () => Promise<void> }> {
  let aheadMs = 0
  const now = (): number => Math.round(own.now() - aheadMs)
  const follow = async (): Promise<void> => {
    aheadMs += await readClockSkew(db, now)
  }
  await follow()
  // Without an answer, readiness says so.
  const { stop } = poll(follow, followEveryMs, () => {})
  return { clock: { ...own, now }, stop }
}
