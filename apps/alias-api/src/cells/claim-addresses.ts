import { sql, type SQL } from 'drizzle-orm'
import { afterCommit, type Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import { released, releaseNames } from '../alias-names/released-name.ts'
import type { Directory } from './directory.ts'

interface Wanted {
  id: string
  address: string
  domain: string
  domainId?: string | null | undefined
}

/**
 * Claims the addresses of new aliases over all databases, before they are inserted. Whoever has a custom domain takes its names
 * from the accounts that had it before.
 *
 * @returns those that no other account has; where there are no cells, all of them, without asking
 */
export async function claimAddresses<Row extends Wanted>(
  directory: Directory | undefined,
  tx: Db,
  ownerId: string,
  wanted: Row[],
): Promise<Row[]> {
  if (!directory || wanted.length === 0) return wanted
  const { accountId } = accountOf(ownerId)
  const first = await directory.first(tx)
  const claimed = await insertClaims(first, accountId, wanted)
  const left = wanted.filter(({ address, domainId }) => domainId && !claimed.has(address))
  const taken = left.length > 0 ? await takeFromFormer(first, accountId, left) : new Map<string, string>()
  if (taken.size > 0) {
    // Whatever is here by these names was not what mail found.
    await releaseNames(tx, [...taken.keys()], sql`true`)
    const again = await insertClaims(
      first,
      accountId,
      left.filter(({ address }) => taken.has(address)),
    )
    for (const [address, hasOlder] of again) claimed.set(address, hasOlder)
    afterCommit(tx, () => void releaseElsewhere(directory, accountId, taken))
  }
  // In the first database itself they are in the way of the insert.
  if (directory.isCell) await releaseOlder(first, accountId, claimed)
  return wanted.filter(({ address }) => claimed.has(address))
}

const asRows = (wanted: Wanted[]): SQL => {
  const rows = JSON.stringify(wanted.map(({ id, address, domain }) => ({ id, address, domain })))
  return sql`json_to_recordset(${rows}::json) as given (id uuid, address text, domain text)`
}

const accountIn = (ownerId: SQL): SQL => sql`substr(${ownerId}, length('live:') + 1)`

/** The account that has a custom domain verified, in any of the databases. Live data has it before test data. */
const holderOf = (domain: SQL): SQL => sql`(
  select holder.account_id from (
    select mode, account_id from alias.taken_domains where domain = ${domain}
    union all
    select split_part(owner_id, ':', 1), ${accountIn(sql`owner_id`)} from alias.domains older
    where older.domain = ${domain} and older.status = 'verified' and not exists (
      select from alias.taken_domains
      where domain = ${domain} and mode = split_part(older.owner_id, ':', 1))
  ) holder order by holder.mode limit 1
)`

/** @returns the claimed addresses, and whether another account has an alias in the first database that is older than the cells */
async function insertClaims(first: Db, accountId: string, wanted: Wanted[]): Promise<Map<string, boolean>> {
  const older = sql`exists (
    select from alias.addresses older
    where older.address = given.address and ${accountIn(sql`older.owner_id`)} <> ${accountId})`
  // In one order, so that of two that claim the same ones one waits for the other.
  const { rows } = await first.execute<{ address: string; has_older: boolean }>(sql`
    with given as materialized (
      select given.*, ${older} as has_older from ${asRows(wanted)}
    ), claimed as (
      insert into alias.taken_addresses as taken (address, account_id, address_id)
      select address, ${accountId}, id from given
      where not has_older or ${holderOf(sql`given.domain`)} = ${accountId}
      order by address
      on conflict (address) do update set address_id = excluded.address_id
        where taken.account_id = excluded.account_id
      returning taken.address
    )
    select address, has_older from claimed join given using (address)
  `)
  return new Map(rows.map((row) => [row.address, row.has_older]))
}

/**
 * Takes addresses from accounts that had their domain before this one. What they had stays in the directory by its id, to which links
 * lead.
 *
 * @returns the accounts by the addresses that were theirs
 */
async function takeFromFormer(first: Db, accountId: string, wanted: Wanted[]): Promise<Map<string, string>> {
  const { rows } = await first.execute<{ address: string; account_id: string }>(sql`
    update alias.taken_addresses taken
    set address = ${released(sql`taken.address`, sql`taken.address_id`)}, is_release_due = true
    from ${asRows(wanted)}
    where taken.address = given.address and taken.account_id <> ${accountId}
      and ${holderOf(sql`given.domain`)} = ${accountId}
    returning given.address, taken.account_id
  `)
  return new Map(rows.map((row) => [row.address, row.account_id]))
}

/**
 * Releases the names in the databases of the accounts that had them. Nobody waits for another database: mail does not look there any
 * more. `releaseDueNames` does so where this cannot.
 */
async function releaseElsewhere(
  directory: Directory,
  accountId: string,
  taken: Map<string, string>,
): Promise<void> {
  const byAccount = Map.groupBy(taken.keys(), (address) => taken.get(address)!)
  for (const [former, names] of byAccount)
    try {
      const db = await directory.findDatabase(former)
      if (db) await releaseOthers(db, accountId, names)
    } catch (error) {
      directory.warn(error)
    }
}

async function releaseOlder(first: Db, accountId: string, claimed: Map<string, boolean>): Promise<void> {
  const names = [...claimed].flatMap(([address, hasOlder]) => (hasOlder ? [address] : []))
  await releaseOthers(first, accountId, names)
}

const releaseOthers = (db: Db, accountId: string, names: string[]): Promise<number> =>
  releaseNames(db, names, sql`${accountIn(sql`address.owner_id`)} <> ${accountId}`)
