import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { keysInCells } from '../db/directory-tables.ts'
import type { Directory } from './directory.ts'

/** Enters a key that is about to be made, where that is in a cell. */
export async function enterKey(
  directory: Directory | undefined,
  db: Db,
  accountId: string,
  keyHash: Buffer,
): Promise<void> {
  if (!directory?.isCell) return
  const first = await directory.first(db)
  await first.insert(keysInCells).values({ accountId, keyHash })
}

/** Removes a key that was revoked in a cell. It is of no use by then, whether or not it can be removed. */
export async function removeKey(
  directory: Directory | undefined,
  db: Db,
  accountId: string,
  keyHash: Buffer,
): Promise<void> {
  if (!directory?.isCell) return
  try {
    const first = await directory.first(db)
    await first
      .delete(keysInCells)
      .where(and(eq(keysInCells.keyHash, keyHash), eq(keysInCells.accountId, accountId)))
  } catch (error) {
    directory.warn(error)
  }
}
