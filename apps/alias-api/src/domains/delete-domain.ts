import { eq } from 'drizzle-orm'
import { recordChange } from '../audit-logs/record-change.ts'
import { releaseDomain } from '../cells/claim-domain.ts'
import { addresses, domains } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { domainNotFound, isOwnDomain } from './own-domain.ts'

/** Its aliases stop receiving at once and for good: a later owner of the domain does not inherit them. */
export async function deleteDomain(services: Services, actor: Actor, id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const deleted = await tx.delete(domains).where(isOwnDomain(actor, id)).returning({ id: domains.id })
    if (deleted.length === 0) throw domainNotFound()
    await releaseDomain(services.directory, tx, id)
    await tx.update(addresses).set({ isActive: false }).where(eq(addresses.domainId, id))
    await recordChange(tx, services, actor)
  })
}
