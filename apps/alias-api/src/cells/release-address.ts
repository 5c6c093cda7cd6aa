import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { takenAddresses } from '../db/directory-tables.ts'
import type { Directory } from './directory.ts'

/**
 * Releases the address of an alias that was deleted, once that is committed. An address that could not be released stays with
 * its account, which can make the alias again.
 */
export async function releaseAddress(directory: Directory | undefined, db: Db, id: string): Promise<void> {
  if (!directory) return
  try {
    const first = await directory.first(db)
    await first.delete(takenAddresses).where(eq(takenAddresses.addressId, id))
  } catch (error) {
    directory.warn(error)
  }
}
