import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { isFormer } from './former-alias.ts'

/**
 * Releases names of aliases, for those who have their domain now. Such an alias stays with its owner, and is stopped for good: the
 * column `address` has its name and, after a space, its id, so that the name is free; and it is of no domain that exists, so that
 * it does not come back with the domain. Processes of the version before know it as an alias of a deleted domain.
 *
 * @param which which of the aliases with these names; those of former owners by default
 * @returns how many
 */
export async function releaseNames(db: Db, names: string[], which: SQL = isFormer()): Promise<number> {
  if (names.length === 0) return 0
  const { rowCount } = await db.execute(sql`
    update alias.addresses address
    set address = ${released(sql`address.address`, sql`address.id`)}, domain_id = address.id
    where address.address = any(${sql.param(names)}::text[]) and ${which}
  `)
  return rowCount ?? 0
}

/** A name that is released, as it is kept. */
export const released = (name: SQL, addressId: SQL): SQL => sql`${name} || ' ' || ${addressId}`

/** The name of an alias for people to read, which may be released. */
export const nameOf = (address: string): string => address.split(' ', 1)[0]!

/** The same as a SQL expression. */
export const nameIn = (address: SQL): SQL<string> => sql`split_part(${address}, ' ', 1)`
