import { inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { planSenders } from '../db/limit-tables.ts'
import { platformDomains, subdomainNames } from '../db/tables.ts'

/**
 * An account that has claimed a name decides about everything at it and below it, so no domain of the operator can be there.
 *
 * @throws where one is
 */
export async function refuseClaimedDomains(db: Db): Promise<void> {
  const [offered, senders] = await Promise.all([
    db.select().from(platformDomains),
    db.select().from(planSenders),
  ])
  const used = offered.flatMap(({ domain }) => [
    domain,
    ...senders.map(({ subdomain }) => `${subdomain}.${domain}`),
  ])
  const [claimed] = await db
    .select({ domain: subdomainNames.domain })
    .from(subdomainNames)
    .where(inArray(subdomainNames.domain, used.flatMap(withParents)))
    .limit(1)
  if (claimed)
    throw new Error(
      `an account has claimed ${claimed.domain}: no domain of ALIAS_PLATFORM_DOMAINS or ALIAS_SENDING_SUBDOMAINS can be there`,
    )
}

/** `a.b.c` and the domains that it is below: `b.c` and `c`. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
