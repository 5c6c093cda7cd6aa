import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import type { Directory } from './directory.ts'

/**
 * Claims the addresses of new aliases over all databases, before they are inserted.
 *
 * @returns those that no other account has; where there are no cells, all of them, without asking
 */
export async function claimAddresses<Row extends { id: string; address: string }>(
  directory: Directory | undefined,
  tx: Db,
  ownerId: string,
  wanted: Row[],
): Promise<Row[]> {
  if (!directory || wanted.length === 0) return wanted
  const { accountId } = accountOf(ownerId)
  const given = JSON.stringify(wanted.map(({ id, address }) => ({ id, address })))
  const first = await directory.first(tx)
  // In one order, so that of two that claim the same ones one waits for the other.
  const { rows } = await first.execute<{ address: string }>(sql`
    insert into alias.taken_addresses as taken (address, account_id, address_id)
    select given.address, ${accountId}, given.id
    from json_to_recordset(${given}::json) as given (id uuid, address text)
    where not exists (
      select from alias.addresses older
      where older.address = given.address and substr(older.owner_id, length('live:') + 1) <> ${accountId})
    order by given.address
    on conflict (address) do update set address_id = excluded.address_id where taken.account_id = excluded.account_id
    returning taken.address
  `)
  const claimed = new Set(rows.map(({ address }) => address))
  return wanted.filter(({ address }) => claimed.has(address))
}
