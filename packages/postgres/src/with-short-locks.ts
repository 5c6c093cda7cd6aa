import { setTimeout } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'

export interface LockWaiting {
  /** How long a statement waits for a lock. Everybody who comes after it waits behind it. */
  lockTimeoutMs: number
  /** The pause before the next try, in which the others make progress. */
  pauseMs: number
  tries: number
}

const patient: LockWaiting = { lockTimeoutMs: 2000, pauseMs: 3000, tries: 100 }
// A lock that was not given in time, and a deadlock, which Postgres ends before that.
const waitsForLocks = new Set(['55P03', '40P01'])

/** Runs statements that give up a lock which they do not get soon, and then all of them from the first one again. */
export async function withShortLocks(
  client: Client,
  run: () => Promise<unknown>,
  waiting: LockWaiting = patient,
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await client.query(`set lock_timeout = ${waiting.lockTimeoutMs}`)
      await run()
      return
    } catch (error) {
      const isLocked = error instanceof DatabaseError && waitsForLocks.has(error.code ?? '')
      if (!isLocked || tried >= waiting.tries) throw error
    } finally {
      await client.query('reset lock_timeout')
    }
    await setTimeout(waiting.pauseMs)
  }
}
