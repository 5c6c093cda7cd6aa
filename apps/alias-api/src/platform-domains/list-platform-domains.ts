import { asc, isNull } from 'drizzle-orm'
import type { Plan } from '../accounts/plans.ts'
import { platformDomains } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { PlatformDomain } from './platform-domain.ts'

/** The current platform domains, in the operator's order. */
export async function listPlatformDomains({ db }: Pick<Services, 'db'>): Promise<PlatformDomain[]> {
  const rows = await db
    .select({
      id: platformDomains.id,
      domain: platformDomains.domain,
      plans: platformDomains.plans,
      hasSubdomains: platformDomains.hasSubdomains,
    })
    .from(platformDomains)
    .where(isNull(platformDomains.retiredAt))
    .orderBy(asc(platformDomains.position))
  return rows.map(({ hasSubdomains, plans, ...row }) => ({
    ...row,
    plans: plans as Plan[],
    ...(hasSubdomains && { hasSubdomains }),
  }))
}
