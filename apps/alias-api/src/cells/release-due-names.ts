import { and, asc, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { nameOf, releaseNames } from '../alias-names/released-name.ts'
import { takenAddresses } from '../db/directory-tables.ts'
import { addresses } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Directory } from './directory.ts'
import { isHere } from './is-here.ts'

interface DueName {
  addressId: string
  accountId: string
  name: string
  /** Whether the directory leads to the alias by the name again, since its owner has the domain back. */
  isOwn: boolean
}

const atOnce = 1000
const { addressId, accountId, address, isReleaseDue } = takenAddresses

// A partial index has them, which a parameter would not find.
const isDue = sql`${isReleaseDue}`

/**
 * Releases names in the databases of the accounts from which they were taken. Where a database is away or has the account no longer, its names
 * stay due.
 *
 * @returns how many are due no longer
 */
export async function releaseDueNames({
  db,
  directory,
}: Pick<Services, 'db' | 'directory'>): Promise<number> {
  if (!directory || directory.isCell) return 0
  let count = 0
  let page = await listDue(db)
  while (page.length > 0) {
    for (const [account, names] of Map.groupBy(page, (due) => due.accountId))
      count += await releaseOf(db, directory, account, names)
    page = await listDue(db, page.at(-1)!.addressId)
  }
  return count
}

async function listDue(db: Db, after?: string): Promise<DueName[]> {
  const rows = await db
    .select({
      addressId,
      accountId,
      address,
      isOwn: sql<boolean>`exists (
        select from alias.taken_addresses own
        where own.address = split_part(taken_addresses.address, ' ', 1)
          and own.address_id = taken_addresses.address_id)`,
    })
    .from(takenAddresses)
    .where(and(isDue, after === undefined ? undefined : gt(addressId, after)))
    .orderBy(asc(addressId))
    .limit(atOnce)
  return rows.map(({ address: released, ...due }) => ({ ...due, name: nameOf(released) }))
}

async function releaseOf(db: Db, directory: Directory, account: string, due: DueName[]): Promise<number> {
  try {
    const database = await directory.findDatabase(account)
    if (!database) return 0
    const left = await release(
      database,
      database === db,
      due.filter(({ isOwn }) => !isOwn),
    )
    const done = due.filter((each) => !left.has(each.addressId)).map((each) => each.addressId)
    if (done.length > 0)
      await db
        .update(takenAddresses)
        .set({ isReleaseDue: false })
        .where(and(isDue, inArray(addressId, done)))
    return done.length
  } catch (error) {
    directory.warn(error)
    return 0
  }
}

/** @returns those that are still to be released: the account is being moved */
async function release(database: Db, isFirst: boolean, due: DueName[]): Promise<Set<string>> {
  const ids = due.map((each) => each.addressId)
  const here = isHere({ isCell: !isFirst }, sql`address.owner_id`)
  await releaseNames(
    database,
    due.map(({ name }) => name),
    sql`address.id = any(${sql.param(ids)}::uuid[]) and ${here}`,
  )
  const left = await database
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(inArray(addresses.id, ids), sql`${addresses.address} not like '% %'`))
  return new Set(left.map(({ id }) => id))
}
