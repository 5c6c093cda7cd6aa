import { createHash, randomBytes } from 'node:crypto'
import { newId, type Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'

/** An account with an alias and an API key. */
export interface Account {
  db: Db
  address: string
  headers: Record<string, string>
}

export const domain = 'waypost.test'

/** @param cell that the account is in; null: the first database */
export async function addAccount(home: Db, db: Db, id: string, cell: string | null): Promise<Account> {
  const address = `${id}@${domain}`
  const addressId = newId()
  const rawKey = `jm_live_${randomBytes(24).toString('hex')}`
  const keyHash = createHash('sha256').update(rawKey).digest()
  await db.execute(sql`insert into alias.accounts (id, plan) values (${id}, 'business')`)
  await db.execute(sql`
    insert into alias.platform_domains (id, domain, plans, position, created_at)
    values (${newId()}, ${domain}, '{business}', 0, now())
  `)
  await db.execute(sql`
    insert into alias.addresses (id, owner_id, address, domain, created_at, expires_at)
    values (${addressId}, ${`live:${id}`}, ${address}, ${domain}, now(), now() + interval '1 day')
  `)
  await db.execute(sql`
    insert into alias.api_keys (id, account_id, name, prefix, key_hash, scopes, mode, created_at)
    values (${newId()}, ${id}, 'chaos', ${rawKey.slice(0, 12)}, ${keyHash}, '{emails:read}', 'live', now())
  `)
  await home.execute(sql`
    insert into alias.taken_addresses (address, account_id, address_id) values (${address}, ${id}, ${addressId})
  `)
  if (cell !== null) {
    await home.execute(sql`insert into alias.accounts (id, cell) values (${id}, ${cell})`)
    await home.execute(sql`insert into alias.keys_in_cells (key_hash, account_id) values (${keyHash}, ${id})`)
  }
  return { db, address, headers: { authorization: `Bearer ${rawKey}` } }
}
