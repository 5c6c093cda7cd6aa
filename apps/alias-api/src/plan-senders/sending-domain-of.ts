import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { sendingDomains } from './sending-domains.ts'

/**
 * The domain that mail of an alias leaves from: the plan's own, once DNS has its key; else the alias's. For queries on
 * `alias.addresses address`.
 */
export function sendingDomainOf(plan: string | SQLWrapper): SQL<string> {
  return sql`coalesce((
    select sending.domain from (${sendingDomains}) sending
    where sending.plan = ${plan} and sending.platform_domain = address.domain and address.domain_id is null
      and exists (select from alias.dkim_keys key where key.domain = sending.domain and published_at is not null)
  ), address.domain)`
}
