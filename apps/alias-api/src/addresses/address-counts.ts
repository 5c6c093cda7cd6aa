import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { addressCounts } from '../db/tables.ts'

export interface AddressCounts {
  /** All addresses ever created; deleting an address does not reduce this. */
  created: number
  existing: number
  /** Existing addresses that have expired. */
  expired: number
}

/**
 * Updates the counters of an owner's addresses. The row stays locked until the commit, and other changes to the
 * owner's addresses wait for it, so this comes last in a transaction, before only the audit log.
 */
export async function changeCounts(
  tx: Db,
  ownerId: string,
  { created = 0, existing = 0, expired = 0 }: Partial<AddressCounts>,
): Promise<void> {
  const { created: ever, existing: there, expired: gone } = addressCounts
  await tx
    .insert(addressCounts)
    .values({ ownerId, created, existing, expired })
    .onConflictDoUpdate({
      target: addressCounts.ownerId,
      set: {
        created: sql`${ever} + ${created}`,
        existing: sql`${there} + ${existing}`,
        expired: sql`${gone} + ${expired}`,
      },
    })
}

/** How many addresses an owner has. It reads no more rows than addresses expired just now. */
export async function countAddresses(db: Db, ownerId: string, now: number): Promise<AddressCounts> {
  const { rows } = await db.execute<Record<keyof AddressCounts, string>>(sql`
    select coalesce(sum(created), 0) as created, coalesce(sum(existing), 0) as existing,
      coalesce(sum(expired), 0) + (
        select count(*) from alias.addresses
        where owner_id = ${ownerId} and expired_at is null and expires_at <= ${new Date(now)}
      ) as expired
    from alias.address_counts where owner_id = ${ownerId}
  `)
  const { created, existing, expired } = rows[0]!
  return { created: Number(created), existing: Number(existing), expired: Number(expired) }
}
