import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { sendingDomains } from './sending-domains.ts'

/** The platform domain of an alias on it or on a subdomain of it; null on a custom domain. For queries on `alias.addresses address`. */
export const platformDomainOf: SQL<string | null> =
  sql`case when address.domain_id is null then address.domain else (
  select own.platform_domain from alias.domains own where own.id = address.domain_id) end`

/**
 * The domain that mail of an alias leaves from: the plan's own, once DNS has its key; else the platform
 * domain, whose SPF record lets this service send; else the alias's. For queries on
 * `alias.addresses address`.
 */
export function sendingDomainOf(plan: string | SQLWrapper): SQL<string> {
  return sql`coalesce((
    select sending.domain from (${sendingDomains}) sending
    where sending.plan = ${plan} and sending.platform_domain = ${platformDomainOf}
      and exists (select from alias.dkim_keys key where key.domain = sending.domain and published_at is not null)
  ), ${platformDomainOf}, address.domain)`
}
