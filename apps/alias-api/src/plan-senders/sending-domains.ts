import { sql } from 'drizzle-orm'

/**
 * The domains that mail of a plan leaves from: below each platform domain that the plan can use. DKIM and SPF of a
 * subdomain align with its domain (RFC 7489, relaxed), and what one plan's mail does to the reputation of its subdomain
 * does little to another's.
 */
export const sendingDomains = sql`
  select sender.subdomain || '.' || platform.domain as domain, platform.domain as platform_domain, sender.plan
  from alias.plan_senders sender join alias.platform_domains platform
    on sender.plan = any(platform.plans) and platform.retired_at is null
`
