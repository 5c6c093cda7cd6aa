import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { publishEvents } from '@waypost/webhooks'
import { nameIn } from '../alias-names/released-name.ts'
import { isHere } from '../cells/is-here.ts'
import type { Services } from '../services.ts'

interface Expired extends Record<string, unknown> {
  id: string
  owner_id: string
  address: string
  expires_at: string
}

const batchSize = 1000

/**
 * Publishes the expiry of addresses whose time has come, each once: a claimed address is visible to no other process,
 * and its event commits with the claim. Addresses that are renewed by themselves do not expire, even where that is late. Any number of processes may run this at the same time.
 *
 * @returns how many addresses were claimed; if `limit`, there may be more
 */
export async function expireAddresses(
  { db, clock, outbox, directory }: Pick<Services, 'db' | 'clock' | 'outbox' | 'directory'>,
  limit = batchSize,
): Promise<number> {
  const now = new Date(clock.now())
  const isDue = sql`expired_at is null and expires_at <= ${now} and renews_at is null
    and ${isHere(directory, sql`owner_id`)}`
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<Expired>(sql`
      with due as (
        select id from alias.addresses where ${isDue}
        order by expires_at, id limit ${limit} for no key update skip locked
      )
      update alias.addresses address set expired_at = ${now} from due where address.id = due.id
      returning address.id, address.owner_id, ${nameIn(sql`address.address`)} as address, address.expires_at
    `)
    if (rows.length === 0) return 0
    publishEvents(
      tx,
      outbox,
      'address.expired',
      rows.map(({ id, owner_id: ownerId, address, expires_at: expiresAt }) => ({
        ownerId,
        data: { addressId: id, address, expiredAt: new Date(expiresAt).toISOString() },
      })),
    )
    await countExpired(tx, rows)
    return rows.length
  })
}

/**
 * Runs last and in the same order of owners everywhere: other changes to these owners' addresses wait until the
 * commit.
 */
async function countExpired(tx: Db, rows: Expired[]): Promise<void> {
  const ownerIds = sql.param(rows.map((row) => row.owner_id))
  await tx.execute(sql`
    insert into alias.address_counts as counted (owner_id, expired)
    select owner_id, count(*) from unnest(${ownerIds}::text[]) as expired (owner_id)
    group by owner_id order by owner_id
    on conflict (owner_id) do update set expired = counted.expired + excluded.expired
  `)
}
