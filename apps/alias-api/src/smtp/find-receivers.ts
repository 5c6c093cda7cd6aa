import { sql } from 'drizzle-orm'
import { perDatabase } from '@waypost/postgres'
import type { MailServices } from '../services.ts'
import type { MailboxStorage } from '../mailbox-storage/mailbox-storage.ts'
import { isFormer, isStopped } from '../alias-names/former-alias.ts'
import { isLive, normaliseAddress } from '../addresses/live-address.ts'

export interface Receiver {
  addressId: string
  /** Why the alias receives no mail now; undefined where it does. */
  refusal?: 'expired' | 'paused' | 'domain'
  /** Whether its account does not have its domain now. */
  isStopped: boolean
  /** Whether another account of this database has it, and so has the name for itself. */
  isFormer: boolean
  storage: MailboxStorage
  /** Whether its account's data is in another database or is being moved. */
  isElsewhere: boolean
}

interface Found {
  id: string
  address: string
  isLive: boolean
  isActive: boolean
  isExpired: boolean
  isStopped: boolean
  isFormer: boolean
  accountId: string
  storedBytes: string
  limitBytes: string
  fullAt: Date | null
  isRecorded: boolean
  cell: string | null
}

/**
 * Reads the aliases, and once for each of their accounts how much it stores. Prepared, since planning it costs more than
 * running it.
 */
const readReceivers = perDatabase((db) => {
  const now = sql.placeholder('now')
  const of = sql`found`
  const found = db.$with('found', {}).as(sql`
    select address.id, address.address, ${isLive(now)} as is_live, address.is_active,
      address.expires_at <= ${now}::timestamptz as is_expired, address.domain, address.domain_id, address.owner_id, substr(owner_id, length('live:') + 1) as account_id
    from alias.addresses address where address.address = any(${sql.placeholder('addresses')}::text[])
  `)
  const storage = db.$with('storage', {}).as(sql`
    select found.account_id, account.storage_full_at, account.cell, account.id is not null as is_recorded,
      coalesce(own.stored_bytes, plan.stored_bytes) as limit_bytes, (
        select coalesce(sum(bytes), 0) from alias.email_counts
        where email_counts.owner_id in ('live:' || found.account_id, 'test:' || found.account_id)
      ) as stored_bytes
    from (select distinct account_id from found) found
    left join alias.accounts account on account.id = found.account_id
    left join alias.account_limits own on own.account_id = found.account_id
    join alias.plan_limits plan on plan.plan = coalesce(account.plan, 'free')
  `)
  const receivers = db
    .$with('receivers', {
      id: sql<string>`id`.as('id'),
      address: sql<string>`address`.as('address'),
      isLive: sql<boolean>`is_live`.as('is_live'),
      isActive: sql<boolean>`is_active`.as('is_active'),
      isExpired: sql<boolean>`is_expired`.as('is_expired'),
      isStopped: sql<boolean>`is_stopped`.as('is_stopped'),
      isFormer: sql<boolean>`is_former`.as('is_former'),
      accountId: sql<string>`account_id`.as('account_id'),
      storedBytes: sql<string>`stored_bytes`.as('stored_bytes'),
      limitBytes: sql<string>`limit_bytes`.as('limit_bytes'),
      fullAt: sql<Date | null>`storage_full_at`.as('storage_full_at'),
      isRecorded: sql<boolean>`is_recorded`.as('is_recorded'),
      cell: sql<string | null>`cell`.as('cell'),
    })
    .as(
      sql`
      select *, not is_live and ${isStopped(of)} as is_stopped, not is_live and ${isFormer(of)} as is_former
      from found join storage using (account_id)
    `,
    )
  const statement = db.with(found, storage, receivers).select().from(receivers).prepare('find_receivers')
  return (addresses: string[], at: Date): Promise<Found[]> => statement.execute({ addresses, now: at })
})

/** The aliases of the addresses, whether or not they receive mail; undefined where there is none. */
export async function findReceivers(
  { db, clock, directory }: Pick<MailServices, 'db' | 'clock' | 'directory'>,
  given: string[],
): Promise<(Receiver | undefined)[]> {
  const addresses = given.map(normaliseAddress)
  const rows = await readReceivers(db)(addresses, new Date(clock.now()))
  const found = new Map(rows.map((row) => [row.address, toReceiver(row, directory?.isCell === true)]))
  return addresses.map((address) => found.get(address))
}

function toReceiver(row: Found, isCell: boolean): Receiver {
  // As in the API: a cell has only the accounts that were opened in it.
  const isElsewhere = row.cell !== null || (isCell && !row.isRecorded)
  const storage = {
    accountId: row.accountId,
    storedBytes: Number(row.storedBytes),
    limitBytes: Number(row.limitBytes),
    fullAt: row.fullAt && new Date(row.fullAt),
  }
  const { id: addressId, isStopped: hasStopped, isFormer: isOfFormer } = row
  const receiver = { addressId, storage, isElsewhere, isStopped: hasStopped, isFormer: isOfFormer }
  if (row.isLive) return receiver
  return {
    ...receiver,
    refusal: row.isExpired ? 'expired' : row.isActive ? 'domain' : 'paused',
  }
}
