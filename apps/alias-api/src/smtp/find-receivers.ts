import { sql } from 'drizzle-orm'
import type { MailServices } from '../services.ts'
import type { MailboxStorage } from '../mailbox-storage/mailbox-storage.ts'
import { isLive, normaliseAddress } from '../addresses/live-address.ts'

export interface Receiver {
  addressId: string
  /** Why the alias receives no mail now; undefined where it does. */
  refusal?: 'expired' | 'paused' | 'domain'
  storage: MailboxStorage
}

interface Found extends Record<string, unknown> {
  id: string
  address: string
  is_live: boolean
  is_active: boolean
  is_expired: boolean
  account_id: string
  stored_bytes: string
  limit_bytes: string
  storage_full_at: Date | null
}

/** The aliases of the addresses, whether or not they receive mail; undefined where there is none. */
export async function findReceivers(
  { db, clock }: Pick<MailServices, 'db' | 'clock'>,
  given: string[],
): Promise<(Receiver | undefined)[]> {
  const now = clock.now()
  const addresses = given.map(normaliseAddress)
  const { rows } = await db.execute<Found>(sql`
    select address.id, address, ${isLive(now)} as is_live, is_active, expires_at <= ${new Date(now)} as is_expired,
      owner.account_id, account.storage_full_at, coalesce(own.stored_bytes, plan.stored_bytes) as limit_bytes, (
        select coalesce(sum(bytes), 0) from alias.email_counts
        where email_counts.owner_id in ('live:' || owner.account_id, 'test:' || owner.account_id)
      ) as stored_bytes
    from alias.addresses address
    cross join lateral (select substr(address.owner_id, length('live:') + 1) as account_id) owner
    left join alias.accounts account on account.id = owner.account_id
    left join alias.account_limits own on own.account_id = owner.account_id
    join alias.plan_limits plan on plan.plan = coalesce(account.plan, 'free')
    where address.address = any(${sql.param(addresses)}::text[])
  `)
  const found = new Map(rows.map((row) => [row.address, toReceiver(row)]))
  return addresses.map((address) => found.get(address))
}

function toReceiver(row: Found): Receiver {
  const storage = {
    accountId: row.account_id,
    storedBytes: Number(row.stored_bytes),
    limitBytes: Number(row.limit_bytes),
    fullAt: row.storage_full_at && new Date(row.storage_full_at),
  }
  if (row.is_live) return { addressId: row.id, storage }
  return {
    addressId: row.id,
    storage,
    refusal: row.is_expired ? 'expired' : row.is_active ? 'domain' : 'paused',
  }
}
