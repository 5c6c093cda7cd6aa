import { describeError } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { copyAccount, type Copied } from './copy-account.ts'
import { drainAccount } from './drain-account.ts'
import { beginStep, databasesOf, tableIn, type Move, type Moving, type Step } from './moving.ts'

/** Copies an account that is closed. */
export async function copyClosed(moving: Moving, move: Move): Promise<void> {
  await recordCopy(
    moving,
    move,
    await copyAccount(moving.service, databasesOf(moving, move), move.account_id),
  )
}

class TakesLong extends Error {
  override message = 'its jobs in progress took too long'
}

/**
 * Copies an account while it is open, and then what was written meanwhile, once it is closed.
 *
 * @returns the step that is to be done next. Where the copy was of no use after all, it is made anew while the account is closed.
 */
export async function copyAhead(
  moving: Moving,
  move: Move,
  closeAccount: () => Promise<void>,
): Promise<Step> {
  const next: { step: Step } = { step: 'close' }
  const close = async (): Promise<void> => {
    await beginStep(moving, move, 'close')
    await closeAccount()
    await beginStep(moving, move, 'drain')
    next.step = 'drain'
    if (!(await drainAccount(moving, move, moving.copyWaitsForMs))) throw new TakesLong()
    await beginStep(moving, move, 'copy')
    next.step = 'copy'
  }
  try {
    await recordCopy(
      moving,
      move,
      await copyAccount(moving.service, databasesOf(moving, move), move.account_id, close),
    )
    return 'open'
  } catch (error) {
    if (next.step !== 'copy' && !(error instanceof TakesLong)) throw error
    moving.onCopyLost?.(describeError(error))
    return next.step
  }
}

async function recordCopy(moving: Moving, move: Move, { comparedAt, objects }: Copied): Promise<void> {
  await moving.home.execute(sql`
    update ${tableIn(moving, 'moves')} set compared_at = ${comparedAt}, objects = ${sql.param(objects)}::uuid[]
    where account_id = ${move.account_id}
  `)
  Object.assign(move, { compared_at: comparedAt, objects })
}
