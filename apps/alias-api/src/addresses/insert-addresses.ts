import type { Db } from '@waypost/postgres'
import { releaseNames } from '../alias-names/released-name.ts'
import { claimAddresses } from '../cells/claim-addresses.ts'
import { addresses } from '../db/tables.ts'
import type { Services } from '../services.ts'

type Row = typeof addresses.$inferSelect
export type NewRow = typeof addresses.$inferInsert

/**
 * Inserts aliases whose names nobody has. Whoever had the domain before has none: names of its former owners are released.
 *
 * @returns those that were inserted
 */
export async function insertAddresses(
  tx: Db,
  { directory }: Pick<Services, 'directory'>,
  ownerId: string,
  rows: NewRow[],
): Promise<Row[]> {
  const free = await claimAddresses(directory, tx, ownerId, rows)
  const inserted = await insertFree(tx, free)
  if (inserted.length === free.length) return inserted
  const ids = new Set(inserted.map(({ id }) => id))
  const left = free.filter(({ id }) => !ids.has(id))
  const releasedCount = await releaseNames(
    tx,
    left.map(({ address }) => address),
  )
  return releasedCount === 0 ? inserted : [...inserted, ...(await insertFree(tx, left))]
}

async function insertFree(tx: Db, rows: NewRow[]): Promise<Row[]> {
  if (rows.length === 0) return []
  return tx.insert(addresses).values(rows).onConflictDoNothing({ target: addresses.address }).returning()
}
