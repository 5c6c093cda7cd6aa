import { inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { subdomainNames } from '../db/tables.ts'

/**
 * An account that has claimed a name decides about everything at it and below it, so no domain of the operator can be there.
 *
 * @param platformDomains that are to be offered
 * @param sendingSubdomains of each of them
 *
 * @throws where one is
 */
export async function refuseClaimedDomains(
  db: Db,
  platformDomains: string[],
  sendingSubdomains: string[],
): Promise<void> {
  const used = platformDomains.flatMap((domain) => [
    domain,
    ...sendingSubdomains.map((subdomain) => `${subdomain}.${domain}`),
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
