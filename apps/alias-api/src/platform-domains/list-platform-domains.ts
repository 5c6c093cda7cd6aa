import { asc, isNull } from 'drizzle-orm'
import { platformDomains } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { PlatformDomain } from './platform-domain.ts'

/** The current platform domains, in the operator's order. */
export async function listPlatformDomains({ db }: Pick<Services, 'db'>): Promise<PlatformDomain[]> {
  const rows = await db
    .select({ id: platformDomains.id, domain: platformDomains.domain, plans: platformDomains.plans })
    .from(platformDomains)
    .where(isNull(platformDomains.retiredAt))
    .orderBy(asc(platformDomains.position))
  return rows as PlatformDomain[]
}
