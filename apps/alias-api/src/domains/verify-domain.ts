import { DomainError } from '@waypost/http'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { domains } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkRecords } from './check-records.ts'
import { recordsOf, toDomain, type checkedDomain } from './domain.ts'
import { domainNotFound, isOwnDomain, needsNoRecords } from './own-domain.ts'
import { recordCheck } from './record-check.ts'

export const domainTaken = 'Domain is verified by another account'

/** Checks the records now, and keeps checking with growing pauses until they are there. */
export async function verifyDomain(
  services: ApiServices,
  actor: Actor,
  id: string,
): Promise<z.infer<typeof checkedDomain>> {
  const { db, clock, dns } = services
  const [row] = await db.select().from(domains).where(isOwnDomain(actor, id))
  if (!row) throw domainNotFound()
  if (row.platformDomain !== null) throw new DomainError('conflict', needsNoRecords)
  const dnsRecords = recordsOf(row, dns.mxHost)
  const checked = await checkRecords(dnsRecords, dns)
  const now = clock.now()
  const settled = await db.transaction(async (tx) => {
    const outcome = await recordCheck(tx, services, row, checked, { now, isAskedFor: true })
    // A refused verification changes nothing, so it is logged with its response.
    if (outcome && !outcome.isTaken) await recordChange(tx, services, actor)
    return outcome
  })
  if (!settled) throw domainNotFound()
  if (settled.isTaken) throw new DomainError('conflict', domainTaken)
  return { ...toDomain(settled.row), dnsRecords, checks: checked.checks }
}
