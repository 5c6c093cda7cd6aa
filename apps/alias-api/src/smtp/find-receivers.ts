import { sql } from 'drizzle-orm'
import { executePrepared, perDatabase, type Db } from '@waypost/postgres'
import type { MailServices } from '../services.ts'
import type { MailboxStorage } from '../mailbox-storage/mailbox-storage.ts'
import { holderOf } from '../alias-names/former-alias.ts'
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
  /** Null for a platform domain. */
  customDomain: string | null
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
  const found = db.$with('found', {}).as(sql`
    select address.id, address.address, ${isLive(now)} as is_live, address.is_active,
      address.expires_at <= ${now}::timestamptz as is_expired, case when address.domain_id is not null then address.domain end as custom_domain, substr(owner_id, length('live:') + 1) as account_id
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
      customDomain: sql<string | null>`custom_domain`.as('custom_domain'),
      accountId: sql<string>`account_id`.as('account_id'),
      storedBytes: sql<string>`stored_bytes`.as('stored_bytes'),
      limitBytes: sql<string>`limit_bytes`.as('limit_bytes'),
      fullAt: sql<Date | null>`storage_full_at`.as('storage_full_at'),
      isRecorded: sql<boolean>`is_recorded`.as('is_recorded'),
      cell: sql<string | null>`cell`.as('cell'),
    })
    .as(sql`select * from found join storage using (account_id)`)
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
  const holders = await findHolders(db, rows)
  const isCell = directory?.isCell === true
  const found = new Map(rows.map((row) => [row.address, toReceiver(row, holders, isCell)]))
  return addresses.map((address) => found.get(address))
}

/** The accounts that have the custom domains of aliases that receive nothing, by the domain. Nobody is asked of those that receive. */
async function findHolders(db: Db, rows: Found[]): Promise<Map<string, string | null>> {
  const domains = rows.flatMap(({ isLive: receives, customDomain }) => (receives ? [] : (customDomain ?? [])))
  if (domains.length === 0) return new Map()
  const holders = await executePrepared<{ domain: string; holder_id: string | null }>(
    db,
    sql`
      select domain, ${holderOf(sql`given.domain`)} as holder_id
      from unnest(${sql.param([...new Set(domains)])}::text[]) as given (domain)
    `,
  )
  return new Map(holders.map((row) => [row.domain, row.holder_id]))
}

function toReceiver(row: Found, holders: Map<string, string | null>, isCell: boolean): Receiver {
  // As in the API: a cell has only the accounts that were opened in it.
  const isElsewhere = row.cell !== null || (isCell && !row.isRecorded)
  const storage = {
    accountId: row.accountId,
    storedBytes: Number(row.storedBytes),
    limitBytes: Number(row.limitBytes),
    fullAt: row.fullAt && new Date(row.fullAt),
  }
  const holderId = row.customDomain === null ? undefined : holders.get(row.customDomain)
  const isStopped = holderId !== undefined && !row.isLive && holderId !== row.accountId
  const isFormer = isStopped && holderId !== null
  const receiver = { addressId: row.id, storage, isElsewhere, isStopped, isFormer }
  if (row.isLive) return receiver
  return {
    ...receiver,
    refusal: row.isExpired ? 'expired' : row.isActive ? 'domain' : 'paused',
  }
}
