import type { Db } from '@waypost/postgres'
import { and, eq, isNull, or } from 'drizzle-orm'
import { findAccount } from '../accounts/find-account.ts'
import { accountLimits } from '../db/limit-tables.ts'
import { accounts } from '../db/tables.ts'
import { listOwnedTables } from './list-owned-tables.ts'

interface Placing {
  /** Both as a login that may read all tables. */
  home: Db
  cell: Db
  cellName: string
  /** Waits until requests that were admitted before have ended. */
  pause: () => Promise<unknown>
}

/**
 * Has a cell serve an account that has nothing in the service yet. From the first step to the last its requests are refused
 * with 503; one that was interrupted is finished by doing it again.
 *
 * @returns whether it was there already
 * @throws where the account has rows, or is in another cell; it is then served where it was
 */
export async function placeAccount(
  { home, cell, cellName, pause }: Placing,
  accountId: string,
): Promise<boolean> {
  const known = await findAccount(home)(accountId)
  const isClosed = known !== undefined && known.cell !== null
  if (isClosed && known.cell !== cellName) throw new Error(`${accountId} is in the cell ${known.cell}`)
  if (isClosed && (await findAccount(cell)(accountId))?.cell === null) return true

  // One that is closed already is opened again below if it has rows.
  if (!isClosed) await requireEmpty(home, accountId)
  const [closed] = await home
    .insert(accounts)
    .values({ id: accountId, cell: cellName })
    .onConflictDoUpdate({
      target: accounts.id,
      set: { cell: cellName },
      setWhere: or(isNull(accounts.cell), eq(accounts.cell, cellName)),
    })
    .returning()
  if (!closed) throw new Error(`${accountId} is being placed in another cell`)
  await pause()
  try {
    await requireEmpty(home, accountId)
  } catch (error) {
    await home
      .update(accounts)
      .set({ cell: null })
      .where(and(eq(accounts.id, accountId), eq(accounts.cell, cellName)))
    throw error
  }
  const [limits] = await home.select().from(accountLimits).where(eq(accountLimits.ownerId, accountId))
  if (limits)
    await cell
      .insert(accountLimits)
      .values(limits)
      .onConflictDoUpdate({ target: accountLimits.ownerId, set: limits })
  const [{ tokenEpoch, holdEpoch }] = (await home
    .select({ tokenEpoch: accounts.tokenEpoch, holdEpoch: accounts.holdEpoch })
    .from(accounts)
    .where(eq(accounts.id, accountId))) as [{ tokenEpoch: number; holdEpoch: number }]
  await cell
    .insert(accounts)
    .values({ id: accountId, tokenEpoch, holdEpoch })
    .onConflictDoUpdate({ target: accounts.id, set: { tokenEpoch, holdEpoch, cell: null } })
  return false
}

async function requireEmpty(home: Db, accountId: string): Promise<void> {
  const owned = await listOwnedTables(home, accountId)
  if (owned.length > 0)
    throw new Error(`${accountId} has rows in ${owned.join(', ')}: an account with data cannot be moved yet`)
}
