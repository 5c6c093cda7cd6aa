import type { Db } from '@waypost/postgres'
import { and, eq } from 'drizzle-orm'
import { keysInCells } from '../db/tables.ts'

/**
 * Removes a key that was deleted in a cell.
 *
 * @param home the first database
 */
export async function removeKey(home: Db, ownerId: string, keyHash: Buffer): Promise<void> {
  await home
    .delete(keysInCells)
    .where(and(eq(keysInCells.keyHash, keyHash), eq(keysInCells.ownerId, ownerId)))
}
