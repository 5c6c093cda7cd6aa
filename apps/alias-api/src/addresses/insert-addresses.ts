import type { Db } from '@waypost/postgres'
import { releaseNames } from '../alias-names/released-name.ts'
import { claimAddresses } from '../cells/claim-addresses.ts'
import { restoreClaims } from '../cells/restore-claims.ts'
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
  const left = without(free, inserted)
  if (left.length === 0) return inserted
  const releasedCount = await releaseNames(tx, namesOf(left))
  const later = releasedCount > 0 ? await insertFree(tx, left) : []
  await restoreClaims(directory, tx, ownerId, namesOf(without(left, later)))
  return [...inserted, ...later]
}

async function insertFree(tx: Db, rows: NewRow[]): Promise<Row[]> {
  if (rows.length === 0) return []
  return tx.insert(addresses).values(rows).onConflictDoNothing({ target: addresses.address }).returning()
}

const namesOf = (rows: NewRow[]): string[] => rows.map(({ address }) => address)

function without(rows: NewRow[], inserted: Row[]): NewRow[] {
  const ids = new Set(inserted.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}
