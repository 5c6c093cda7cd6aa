import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { insertAddresses } from '../addresses/insert-addresses.ts'
import { addresses } from '../db/tables.ts'
import type { Services } from '../services.ts'

export type NewAliasRow = typeof addresses.$inferInsert & { label: string | null; domainId: string }

// A statement has at most 65,535 parameters.
const rowsAtOnce = 1000

export function* inChunks<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += rowsAtOnce) yield items.slice(start, start + rowsAtOnce)
}

/** Inserts the aliases whose addresses nobody has, and finds those that their owner has already. */
export async function insertAliases(
  tx: Db,
  services: Pick<Services, 'directory'>,
  ownerId: string,
  rows: NewAliasRow[],
): Promise<{ created: Map<string, NewAliasRow>; existing: Map<string, string> }> {
  const created = new Map<string, NewAliasRow>()
  const existing = new Map<string, string>()
  // In one order, so that of two imports of the same addresses one waits for the other.
  for (const chunk of inChunks(rows.toSorted((a, b) => (a.address < b.address ? -1 : 1)))) {
    const inserted = await insertAddresses(tx, services, ownerId, chunk)
    const ids = new Set(inserted.map(({ id }) => id))
    for (const row of chunk) if (ids.has(row.id)) created.set(row.address, row)
    if (ids.size === chunk.length) continue
    const left = chunk.filter(({ id }) => !ids.has(id)).map(({ address }) => address)
    const found = await tx
      .select({ id: addresses.id, address: addresses.address })
      .from(addresses)
      .where(and(eq(addresses.ownerId, ownerId), inArray(addresses.address, left)))
    for (const { id, address } of found) existing.set(address, id)
  }
  return { created, existing }
}
