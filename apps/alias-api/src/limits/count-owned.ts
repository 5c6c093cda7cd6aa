import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { ownersOf } from '../accounts/owner.ts'
import type { LimitName } from './limit-name.ts'

/** What an account may have a number of. */
export type CountedLimit = Exclude<LimitName, 'recipientsPerDay' | 'storedBytes' | 'addressesByRulePerHour'>

/** How many an account has of each, of its live and its test data together. */
export async function countOwned(db: Db, accountId: string): Promise<Record<CountedLimit, number>> {
  const isOwn = sql`owner_id = any(${sql.param(ownersOf(accountId))}::text[])`
  const { rows } = await db.execute<Record<CountedLimit, number>>(sql`
    select
      (select count(*)::integer from alias.webhooks where ${isOwn}) as webhooks,
      (select coalesce(sum(existing), 0)::integer from alias.address_counts where ${isOwn}) as addresses,
      (select count(*)::integer from alias.forwarding_addresses where ${isOwn}) as "forwardingAddresses",
      (select count(*)::integer from alias.domains where ${isOwn} and platform_domain is null) as domains,
      (select count(*)::integer from alias.domains where ${isOwn} and platform_domain is not null) as subdomains
  `)
  return rows[0]!
}
