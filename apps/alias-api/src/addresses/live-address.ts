import { domainToASCII } from 'node:url'
import { sql, type Placeholder, type SQL } from 'drizzle-orm'

/**
 * The condition under which an alias receives mail now: not paused, not expired, and on a domain that its owner still
 * has. For queries on `alias.addresses address`.
 */
export function isLive(now: number | Placeholder): SQL {
  const at = typeof now === 'number' ? sql`${new Date(now)}` : sql`${now}::timestamptz`
  return sql`address.is_active and address.expires_at > ${at} and (address.domain_id is null or exists (
    select from alias.domains where domains.id = address.domain_id and domains.status = 'verified'))`
}

/**
 * An address in the form in which aliases are stored: lower case, the domain in A-labels, and without what a sender may
 * add after a plus.
 */
export function normaliseAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const [name] = address.slice(0, at).split('+')
  return `${name}@${domainToASCII(domain) || domain}`.toLowerCase()
}
