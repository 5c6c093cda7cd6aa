import type { Db } from '@waypost/postgres'
import { keysInCells } from '../db/tables.ts'

/**
 * Enters a key that is about to be made in a cell.
 *
 * @param home the first database
 */
export async function enterKey(home: Db, ownerId: string, keyHash: Buffer): Promise<void> {
  await home.insert(keysInCells).values({ ownerId, keyHash })
}
