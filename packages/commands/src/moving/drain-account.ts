import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { giveJobs, takeJobs } from './jobs.ts'
import { at, tableIn, type Move, type Moving } from './moving.ts'

const lookEveryMs = 500

/**
 * Waits until the account's jobs in progress have ended, and takes those that wait.
 *
 * @returns whether they have, up to a time
 */
export async function drainAccount(moving: Moving, move: Move, upToMs = Infinity): Promise<boolean> {
  const { service, jobsEndWithinMs } = moving
  const from = at(moving, move.from_cell)
  for (let waitedMs = 0; (await takeJobs(from, service, move.account_id)) > 0; waitedMs += lookEveryMs) {
    if (waitedMs >= jobsEndWithinMs) {
      await callOff(moving, move)
      throw new Error(`${move.account_id} has jobs in progress that do not end; it is where it was`)
    }
    if (waitedMs >= upToMs) return false
    await setTimeout(lookEveryMs)
  }
  return true
}

/** Opens an account again where it was. */
async function callOff(moving: Moving, { account_id: id, from_cell: from }: Move): Promise<void> {
  await at(moving, from).transaction(async (tx) => {
    await giveJobs(tx, moving.service, id)
    await tx.execute(sql`update ${tableIn(moving, 'accounts')} set cell = null where id = ${id}`)
  })
  await moving.home.execute(sql`delete from ${tableIn(moving, 'moves')} where account_id = ${id}`)
}
