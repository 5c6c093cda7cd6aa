import { and, inArray, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountOf, ownersOf } from '../accounts/owner.ts'
import { addresses } from '../db/tables.ts'
import type { Directory } from './directory.ts'

/**
 * Has the directory lead to the aliases that an account has, at addresses that were claimed for new ones and could not be inserted:
 * links find an alias by its id there, and deleting it releases its address.
 */
export async function restoreClaims(
  directory: Directory | undefined,
  tx: Db,
  ownerId: string,
  claimed: string[],
): Promise<void> {
  if (!directory || claimed.length === 0) return
  const { accountId } = accountOf(ownerId)
  const existing = await tx
    .select({ id: addresses.id, address: addresses.address })
    .from(addresses)
    .where(and(inArray(addresses.address, claimed), inArray(addresses.ownerId, ownersOf(accountId))))
  if (existing.length === 0) return
  const first = await directory.first(tx)
  await first.execute(sql`
    update alias.taken_addresses taken set address_id = existing.id
    from json_to_recordset(${JSON.stringify(existing)}::json) as existing (id uuid, address text)
    where taken.address = existing.address and taken.account_id = ${accountId}
  `)
}
