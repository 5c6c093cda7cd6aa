import { notInArray } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { platformDomains } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { OfferedDomain } from './parse-platform-domains.ts'

/**
 * Updates the table to the operator's current list. A domain that was removed from the list keeps its existing
 * addresses.
 */
export async function installPlatformDomains(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  offered: OfferedDomain[],
): Promise<void> {
  const now = new Date(clock.now())
  await db.transaction(async (tx) => {
    for (const [position, { domain, plans, hasSubdomains }] of offered.entries()) {
      await tx
        .insert(platformDomains)
        .values({ id: newId(), domain, plans, hasSubdomains, position, createdAt: now })
        .onConflictDoUpdate({
          target: platformDomains.domain,
          set: { plans, hasSubdomains, position, retiredAt: null },
        })
    }
    await tx
      .update(platformDomains)
      .set({ retiredAt: now })
      .where(
        notInArray(
          platformDomains.domain,
          offered.map(({ domain }) => domain),
        ),
      )
  })
}
